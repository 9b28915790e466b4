import { fromOutside } from '../../../engine/given.ts';
import type { SkillFiles } from './skills/skill-tools.ts';

export const SKILL_FILES = fromOutside<SkillFiles>('skillFiles');

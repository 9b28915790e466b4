import { feature } from '../../engine/feature.ts';
import { startSkills } from './start.ts';

export type { SkillFiles, WrittenSkill } from './skill-tools.ts';

/** Skills: how things are done here, written by the person, read by agents when they need it. */
export const skillsFeature = feature({ name: 'skills', start: startSkills });

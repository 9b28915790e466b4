import { isPublicAddress } from '../../../../../shared/lib/net-address.ts';
import { type Feature, feature } from '../../../engine/feature.ts';
import { together } from '../../../engine/together.ts';
import { startSkills } from './skills/start.ts';
import type { MayReach } from './web/page-address.ts';
import { startWeb } from './web/start.ts';

export type { SkillFiles, WrittenSkill } from './skills/skill-tools.ts';

/** Tools that need no place of their own: pages of the web, and how things are done here, as the person wrote it. */
export const createToolsFeature = (mayReach: MayReach): Feature<null, never> =>
  feature({
    name: 'tools',
    start: (kit) => together(null, startWeb(kit, mayReach), startSkills(kit)),
  });

export const toolsFeature = createToolsFeature(isPublicAddress);

import type { Kit, Running } from '../../../../engine/feature.ts';
import { actionsFeature } from '../../../heart/actions/feature.ts';
import { skillSource } from './skill-tools.ts';
import { SKILL_FILES } from '../given.ts';

/** Skills as results of actions. */
export function startSkills(kit: Kit): Running<null> {
  kit.use(actionsFeature).tools.add(skillSource(kit.given(SKILL_FILES)));
  return { provides: null };
}

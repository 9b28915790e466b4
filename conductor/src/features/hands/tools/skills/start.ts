import type { Kit, Running } from '../../../../engine/feature.ts';
import { actionsFeature } from '../../../heart/actions/feature.ts';
import { type SkillFiles, skillSource } from './skill-tools.ts';

declare module '../../../../engine/feature.ts' {
  interface Given {
    readonly skillFiles: SkillFiles;
  }
}

/** Skills as results of actions. */
export function startSkills(kit: Kit): Running<null> {
  kit.use(actionsFeature).tools.add(skillSource(kit.given.skillFiles));
  return { provides: null };
}

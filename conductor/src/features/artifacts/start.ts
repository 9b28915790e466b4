import type { artifactsOperations } from '../../../../shared/api/artifacts.ts';
import type { Handling, Kit } from '../../engine/feature.ts';
import { settingsFeature } from '../settings/feature.ts';
import { type Artifacts, createArtifacts } from './artifacts.ts';
import { createArtifactHandlers } from './handlers.ts';

declare module '../../engine/feature.ts' {
  interface Given {
    readonly artifactsDir: string;
  }
}

/** Starts the artifacts: their files on disk, and the handlers of their operations. */
export function startArtifacts(kit: Kit): Handling<Artifacts, typeof artifactsOperations> {
  const { store, read, now, newId, log, given } = kit;
  const settings = kit.use(settingsFeature);
  const dir = given.artifactsDir;
  const artifacts = createArtifacts({ dir, store, read, settings, now, newId, log });
  return { provides: artifacts, handlers: createArtifactHandlers(kit, artifacts) };
}

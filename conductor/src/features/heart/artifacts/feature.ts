import { artifactsOperations } from '../../../../../shared/api/artifacts.ts';
import { feature } from '../../../engine/feature.ts';
import { artifactsSqlite } from './sqlite.ts';
import { startArtifacts } from './start.ts';

export type { ArtifactsPort } from './start.ts';

export type { ArtifactReader } from './artifact-reader.ts';
export { type Artifacts } from './artifacts.ts';
export { fittingMediaType, isText } from './media-type.ts';
export type { Artifact, StoredContent } from './rows.ts';

/** Artifacts: results that are too long for a message, or are no text. */
export const artifactsFeature = feature({
  name: 'artifacts',
  operations: artifactsOperations,
  sqlite: artifactsSqlite,
  start: startArtifacts,
});

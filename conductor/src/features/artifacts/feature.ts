export type { ArtifactReader } from './artifact-reader.ts';
export { type Artifacts, createArtifacts } from './artifacts.ts';
export { fittingMediaType, isText } from './media-type.ts';
export type { Artifact, KeptContent } from './rows.ts';
export { artifactView, type ArtifactView } from './views.ts';

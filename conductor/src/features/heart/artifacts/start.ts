import type { artifactsOperations } from '../../../../../shared/api/artifacts.ts';
import type { Handling, Kit } from '../../../engine/feature.ts';
import { settingsFeature } from '../../ground/settings/feature.ts';
import { createArtifactFiles } from './artifact-files.ts';
import { createArtifactLinks } from './artifact-links.ts';
import { type Artifacts, createArtifacts } from './artifacts.ts';
import { readBucketConfig } from './bucket-config.ts';
import { createCopying } from './copy-contents.ts';
import { createArtifactHandlers } from './handlers.ts';
import { createOpenContent } from './open-content.ts';
import { createS3Bucket } from './s3-bucket.ts';

declare module '../../../engine/feature.ts' {
  interface Given {
    readonly artifactsDir: string;
    /** Names the bucket that has copies of them, if one does. */
    readonly bucketFile: string;
  }
}

/** Calls of the edges about artifacts, beside those of features. */
export interface ArtifactsPort extends Artifacts {
  /** Tells whether a token lets its bearer read that artifact now. */
  readonly fits: (artifactId: string, token: string) => boolean;
}

/** Starts the artifacts: their files on disk, their copies in a bucket, and the handlers of their operations. */
export function startArtifacts(kit: Kit): Handling<ArtifactsPort, typeof artifactsOperations> {
  const { store, read, now, newId, steadyNow, log, given } = kit;
  const { installSecret, readOnly, bucketFile: file } = given;
  const settings = kit.use(settingsFeature);
  const stopping = new AbortController();
  const config = readBucketConfig(file);
  if (!config.ok) log.error({ fault: config.error }, 'artifacts are not copied');
  const bucket =
    config.ok && config.value !== null
      ? createS3Bucket(config.value, { installSecret, env: process.env, signal: stopping.signal })
      : null;
  const files = createArtifactFiles(given.artifactsDir, newId);
  const copying =
    bucket && createCopying({ bucket, files, store, read, settings, now, steadyNow, log });
  const artifacts = createArtifacts({
    files,
    open: createOpenContent({ files, bucket, settings }),
    store,
    read,
    settings,
    now,
    log,
    changed: () => copying?.wake(),
  });
  const links = createArtifactLinks(installSecret, now);
  return {
    provides: { ...artifacts, fits: (...asked) => links.fits(...asked) },
    handlers: createArtifactHandlers(kit, {
      artifacts,
      links,
      bucket,
      fault: () =>
        config.ok
          ? (copying?.fault() ?? null)
          : { code: 'artifact_store_down', text: config.error },
    }),
    sweeps:
      copying === null || readOnly ? [] : [{ name: 'artifact copies', run: () => copying.round() }],
    letGo: () => stopping.abort(),
  };
}

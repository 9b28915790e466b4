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
import { INSTALL_SECRET, OWN_URL } from '../../ground/browsers/given.ts';
import { ARTIFACTS_DIR, BUCKET_FILE } from './given.ts';

/** Calls of the edges about artifacts, beside those of features. */
export interface ArtifactsPort extends Artifacts {
  /** Tells whether a token lets its bearer read that artifact now. */
  readonly fits: (artifactId: string, token: string) => boolean;
}

/** Starts the artifacts: their files on disk, their copies in a bucket, and the handlers of their operations. */
export function startArtifacts(kit: Kit): Handling<ArtifactsPort, typeof artifactsOperations> {
  const { store, read, now, newId, steadyNow, log, given, readOnly } = kit;
  const installSecret = given(INSTALL_SECRET);
  const settings = kit.use(settingsFeature);
  const stopping = new AbortController();
  const config = readBucketConfig(given(BUCKET_FILE));
  if (!config.ok) log.error({ fault: config.error }, 'artifacts are not copied');
  const bucket =
    config.ok && config.value !== null
      ? createS3Bucket(config.value, { installSecret, env: process.env, signal: stopping.signal })
      : null;
  const files = createArtifactFiles(given(ARTIFACTS_DIR), newId);
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
      ownUrl: given(OWN_URL),
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

import {
  type artifactsOperations,
  LINKED_ARTIFACTS_PATH,
} from '../../../../../shared/api/artifacts.ts';
import { err, ok } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { found, notFound } from '../../../engine/not-found.ts';
import { listPage } from '../conversations/feature.ts';
import type { ArtifactLinks } from './artifact-links.ts';
import type { Artifacts } from './artifacts.ts';
import type { Bucket } from './bucket.ts';
import { artifactView } from './views.ts';
import * as artifactsQueries from './queries.ts';

/** Handlers that list, show, link and delete artifacts, and tell how their bucket is. */
export function createArtifactHandlers(
  { read, now }: Pick<Kit, 'read' | 'now'>,
  {
    artifacts,
    links,
    ownUrl,
    bucket,
    fault,
  }: {
    readonly artifacts: Pick<Artifacts, 'remove'>;
    readonly links: ArtifactLinks;
    readonly ownUrl: () => string;
    readonly bucket: Bucket | null;
    readonly fault: () => CodedError | null;
  },
): HandlersOf<typeof artifactsOperations> {
  return {
    listArtifacts: async ({ query }) =>
      listPage(
        query,
        (page) => {
          const { conversation, type } = query;
          return read.one(artifactsQueries.shownArtifacts({ conversation, type, page }));
        },
        artifactView,
      ),
    async getArtifact({ params: { id } }) {
      const row = await read.one(artifactsQueries.shownArtifact({ artifactId: id }));
      return found(row && artifactView(row), 'artifact', id);
    },
    async deleteArtifact({ params: { id } }, { via }) {
      const removed = await artifacts.remove(id, via);
      return removed ? ok({ deleted: true }) : notFound(`There is no artifact ${id}.`);
    },
    async linkArtifact({ params: { id }, body: { expires_in_sec: seconds = 600, from = 'here' } }) {
      const row = await read.one(artifactsQueries.artifact({ artifactId: id }));
      if (row === null) return notFound(`There is no artifact ${id}.`);
      const expiresAt = now() + seconds * 1_000;
      if (from === 'here') {
        const path = `${LINKED_ARTIFACTS_PATH}/${encodeURIComponent(id)}`;
        const url = `${ownUrl()}${path}?token=${links.tokenFor(id, expiresAt)}`;
        return ok({ url, expires_at: expiresAt });
      }
      const place = bucket?.place;
      const copy =
        place === undefined
          ? null
          : await read.one(artifactsQueries.artifactCopy({ sha256: row.sha256, place }));
      if (bucket === null || copy?.status !== 'kept') {
        const text =
          bucket === null
            ? 'There is no bucket: bucket.json of the data folder names one.'
            : 'The bucket does not have it yet: baton artifacts bucket says why.';
        return err({ code: 'artifact_store_down', text });
      }
      const url = await bucket.link(row, seconds);
      return url.ok ? ok({ url: url.value, expires_at: expiresAt }) : url;
    },
    async getArtifactBucket() {
      const failed = fault();
      if (bucket === null) return ok({ place: null, ...NO_COPIES, error: failed });
      const { place } = bucket;
      const { kept, keptBytes, waiting } = await read.one(
        artifactsQueries.copiesInNumbers({ place }),
      );
      const error = (await bucket.check()) ?? failed;
      return ok({ place, kept, kept_bytes: keptBytes, waiting, error });
    },
  };
}

const NO_COPIES = { kept: 0, kept_bytes: 0, waiting: 0 };

import type { artifactsOperations } from '../../../../shared/api/artifacts.ts';
import { ok } from '../../../../shared/lib/result.ts';
import type { HandlersOf, Kit } from '../../engine/feature.ts';
import { found, notFound } from '../../engine/not-found.ts';
import { listPage } from '../conversations/feature.ts';
import type { Artifacts } from './artifacts.ts';
import { artifactView } from './views.ts';

/** Handlers that list, show and delete artifacts. */
export function createArtifactHandlers(
  { read }: Pick<Kit, 'read'>,
  artifacts: Pick<Artifacts, 'remove'>,
): HandlersOf<typeof artifactsOperations> {
  return {
    listArtifacts: async ({ query }) =>
      listPage(
        query,
        (page) => {
          const { conversation, type } = query;
          return read.one({ query: 'shownArtifacts', conversation, type, page });
        },
        artifactView,
      ),
    async getArtifact({ params: { id } }) {
      const row = await read.one({ query: 'shownArtifact', artifactId: id });
      return found(row && artifactView(row), 'artifact', id);
    },
    async deleteArtifact({ params: { id } }, { via }) {
      const removed = await artifacts.remove(id, via);
      return removed ? ok({ deleted: true }) : notFound(`There is no artifact ${id}.`);
    },
  };
}

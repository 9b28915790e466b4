import type { bindingsOperations } from '../../../../../../shared/api/bindings.ts';
import { err } from '../../../../../../shared/lib/result.ts';
import type { Handling, Kit } from '../../../../engine/feature.ts';
import { found, unknown } from '../../../../engine/not-found.ts';
import { listPage } from '../../conversations/feature.ts';
import { releaseModel } from './steps/release-model.ts';
import { modelBindingView } from './views.ts';
import * as bindings from './queries.ts';

/** Shows and releases the chats that serve as models. */
export function startBindings({
  store,
  read,
  now,
}: Kit): Handling<null, typeof bindingsOperations> {
  return {
    provides: null,
    handlers: {
      listModelBindings: ({ query }) =>
        listPage(
          query,
          (page) => read.one(bindings.shownBindings({ conversation: query.conversation, page })),
          modelBindingView,
        ),
      async releaseModel({ params: { id } }, { via }) {
        const outcome = await store.run(releaseModel, { bindingId: id, via, now: now() });
        if (outcome === 'not_found') return err(unknown('binding', id, 'params.id'));
        if (outcome === 'invalid_transition')
          return err({ code: outcome, text: 'The chat is released already.' });
        const shown = await read.one(bindings.shownBinding({ bindingId: id }));
        return found(shown && modelBindingView(shown), 'binding', id);
      },
    },
  };
}

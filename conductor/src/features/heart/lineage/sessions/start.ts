import type { sessionsOperations } from '../../../../../../shared/api/sessions.ts';
import { err, ok } from '../../../../../../shared/lib/result.ts';
import type { Handling, Kit } from '../../../../engine/feature.ts';
import { unknown } from '../../../../engine/not-found.ts';
import { clearTaint } from './steps/clear-taint.ts';
import { keepSession } from './steps/keep-session.ts';
import { openClientSession } from './steps/open-session.ts';
import { sessionView } from './views.ts';
import * as sessionsQueries from './queries.ts';

/** Starts the sessions of those who act on resources, with the words that each has read. */
export function startSessions(kit: Kit): Handling<null, typeof sessionsOperations> {
  const { store, read, now, newId } = kit;
  return {
    provides: null,
    handlers: {
      async listSessions() {
        const sessions = await read.one(sessionsQueries.chatSessions());
        return ok({ items: sessions.map(sessionView) });
      },
      async openSession({ body: { label } }, { via }) {
        const step = { chatSessionId: newId(), label, via, now: now() };
        return ok(sessionView(await store.run(openClientSession, step)));
      },
      async keepSession({ params: { id } }) {
        const session = await store.run(keepSession, { chatSessionId: id, now: now() });
        return session === null
          ? err(unknown('session of a program', id, 'params.id'))
          : ok(sessionView(session));
      },
      async clearTaint({ params: { id } }, { via }) {
        const step = { chatSessionId: id, via, now: now() };
        const session = await store.run(clearTaint, step);
        return session === null
          ? err(unknown('session', id, 'params.id'))
          : ok(sessionView(session));
      },
    },
  };
}

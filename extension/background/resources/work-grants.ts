import type { PopupAnswers, PopupMessage, Work } from '../../messages/popup-messages.ts';
import { usualConductorUrl } from '../conductor-link/conductor-url.ts';
import { metaOf, type RowStore, type View } from '../storage/row-store.ts';
import type { SiteGrant } from '../storage/tables.ts';
import { reachableOrigin } from './reachable-origin.ts';
import type { ResourceContext } from './resource-context.ts';
import { giveGrant, revokeGrants, stands } from './site-grants.ts';
import { resourceReport } from './take-resource-frames.ts';

type Wish = Extract<PopupMessage, { kind: 'popup.allow_work' }>;
type Answer = PopupAnswers['popup.allow_work'];

/** What a person allows chats in the popup, and takes back there. Nothing else can. */
export interface WorkGrants {
  allow(wish: Wish): Promise<Answer>;
  end(grantId: string): Promise<Answer>;
}

export function createWorkGrants({
  store,
  clock,
  makeId,
}: Pick<ResourceContext, 'clock' | 'makeId'> & { readonly store: RowStore }): WorkGrants {
  return {
    allow: (wish) =>
      store.step<Answer>((view) => {
        const conductor = usualConductorUrl(metaOf(view));
        if (reachableOrigin(wish.origin, conductor) !== wish.origin) {
          const text = 'Chats never work in pages of this kind.';
          return { change: {}, answer: { ok: false, code: 'origin_forbidden', text } };
        }
        const grant: SiteGrant = {
          grant_id: makeId(),
          origin: wish.origin,
          chat_session_id: wish.chat_session_id,
          level: wish.level,
          until: null,
          granted_at: clock.now(),
          revoked_at: null,
          session_only: wish.until === 'session',
        };
        const { put, send = [] } = giveGrant(view, grant);
        // From the first grant on this browser is one that chats can work in.
        const report = view.grants.size === 0 ? [resourceReport([], view.held.size === 0)] : [];
        return {
          change: { ...(put && { put }), send: [...report, ...send] },
          answer: { ok: true },
        };
      }),
    end: (grantId) =>
      store.step((view) => ({
        change: revokeGrants(view, ({ grant_id }) => grant_id === grantId, clock.now()),
        answer: { ok: true },
      })),
  };
}

/** What the popup shows of it. */
export function workOf(
  view: Pick<View, 'conversations' | 'grants' | 'held' | 'meta'>,
  now: number,
): Work {
  const chats = [...view.conversations.values()].flatMap(({ platform, state }) =>
    state === null
      ? []
      : [{ chat_session_id: state.local_conversation_id, platform, title: state.title }],
  );
  const grants = [...view.grants.values()]
    .filter((grant) => stands(grant, now))
    .map(({ grant_id, origin, chat_session_id, level }) => ({
      grant_id,
      origin,
      chat_session_id,
      level,
    }));
  const byId = new Map(chats.map((chat) => [chat.chat_session_id, chat]));
  const stopped = metaOf(view).work_stopped === true;
  return { chats: [...byId.values()], grants, tabs: view.held.size, stopped };
}

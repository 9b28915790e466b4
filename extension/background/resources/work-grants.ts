import type { PopupAnswers, PopupMessage, Work } from '../../messages/popup-messages.ts';
import { usualConductorUrl } from '../conductor-link/conductor-url.ts';
import { metaOf, type View } from '../storage/row-store.ts';
import type { SiteGrant } from '../storage/tables.ts';
import { lendTab } from './lend-tab.ts';
import { reachableOrigin } from './reachable-origin.ts';
import type { ResourceContext } from './resource-context.ts';
import { giveGrant, revokeGrants, stands } from './site-grants.ts';
import { resourceReport } from './take-resource-frames.ts';

type Wish = Extract<PopupMessage, { kind: 'popup.allow_work' }>;
type Answer = PopupAnswers['popup.allow_work'];

/** Permissions and lent tabs that a person gives to chats in the popup, and takes back there. Nothing else can. */
export interface WorkGrants {
  lend(wish: Extract<PopupMessage, { kind: 'popup.lend_tab' }>): Promise<Answer>;
  allow(wish: Wish): Promise<Answer>;
  end(grantId: string): Promise<Answer>;
}

export function createWorkGrants(context: ResourceContext): WorkGrants {
  const { store, clock, makeId } = context;
  return {
    lend: (wish) => lendTab(context, wish),
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

/** Returns the chats, grants and tabs that the popup shows. */
export function workOf(
  view: Pick<View, 'conversations' | 'grants' | 'held' | 'meta'>,
  now: number,
): Work {
  const chats = [...view.conversations.values()].flatMap(({ platform, state }) =>
    state === null
      ? []
      : [
          {
            chat_session_id: state.local_conversation_id,
            platform,
            title: state.title,
            auto: state.mode === 'auto',
          },
        ],
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
  const tabs = [...view.held.values()].map((row) => ({
    resource_id: row.resource_id,
    tab_id: row.tab_id,
    chat_session_id: row.chat_session_id,
    lent: row.kind === 'lent',
    site: row.site ?? null,
    stopped: row.stopped === true,
  }));
  return { chats: [...byId.values()], grants, tabs, stopped };
}

import type { PopupAnswers, PopupMessage } from '../../messages/popup-messages.ts';
import { usualConductorUrl } from '../conductor-link/conductor-url.ts';
import { metaOf } from '../storage/row-store.ts';
import { offerTab } from './offer-tabs.ts';
import { reachableOrigin } from './reachable-origin.ts';
import type { ResourceContext } from './resource-context.ts';

type Wish = Extract<PopupMessage, { kind: 'popup.lend_tab' }>;
type Answer = PopupAnswers['popup.lend_tab'];

/**
 * A person lends the tab that they look at to a chat: for the site that it shows, until it leaves that site, is closed or
 * is taken back. It stays theirs. A page can lead its tab elsewhere as soon as the popup is opened over it.
 */
export async function lendTab(
  { store, tabs, makeId }: ResourceContext,
  { tab_id, origin: shown, chat_session_id }: Wish,
): Promise<Answer> {
  const state = await tabs.state(tab_id);
  const url = state?.url ?? null;
  const origin = url === null ? null : reachableOrigin(url, usualConductorUrl(metaOf(store.view)));
  // guard: lend-no-control
  if (url === null || origin === null) {
    const text = 'Chats never work in pages of this kind.';
    return { ok: false, code: 'origin_forbidden', text };
  }
  if (origin !== shown) {
    const text = 'The tab shows another site now.';
    return { ok: false, code: 'page_changed', text };
  }
  return store.step<Answer>((view) => {
    const isHeld = [...view.held.values(), ...view.offers.values()].some(
      (row) => row.tab_id === tab_id,
    );
    if (isHeld) {
      const text = 'This tab works for a chat already.';
      return { change: {}, answer: { ok: false, code: 'invalid_transition', text } };
    }
    const offer = {
      offer_id: makeId(),
      tab_id,
      chat_session_id,
      kind: 'lent',
      lent_origin: origin,
    } as const;
    return {
      change: offerTab(view, offer, { url, title: state?.title ?? null }),
      answer: { ok: true },
    };
  });
}

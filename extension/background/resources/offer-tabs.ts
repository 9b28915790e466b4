import type { FrameOf } from '../../../shared/protocol/index.ts';
import type { Change, UnsentFrame, View } from '../storage/row-store.ts';
import type { HeldResource, OfferedTab } from '../storage/tables.ts';
import { resourceReport, toldResource } from './take-resource-frames.ts';

interface Shown {
  readonly url: string;
  readonly title: string | null;
}

/** A tab is to work for a chat: the conductor gives it a name, or leaves it to the person. */
export function offerTab(
  view: View,
  offer: OfferedTab,
  { url, title }: Shown,
  openerId: string | null = null,
): Change {
  // From the first one on this browser is one that chats can work in.
  const isFirst = view.grants.size === 0 && view.held.size === 0;
  const frame: UnsentFrame = {
    type: 'resource.offer',
    offer_id: offer.offer_id,
    chat_session_id: offer.chat_session_id,
    origin_kind: offer.kind,
    opener_resource_id: openerId,
    url: url.slice(0, 8_000),
    title: title?.slice(0, 500) ?? null,
  };
  const report = isFirst ? [resourceReport([], true)] : [];
  return { put: { offers: [offer] }, send: [...report, frame] };
}

/** Names an offered tab, or drops the offer. A tab that is gone by now is reported as closed. */
export function adoptTab(view: View, frame: FrameOf<'resource.adopt'>): Change {
  const { offer_id, resource_id } = frame;
  const offer = view.offers.get(offer_id);
  const remove = { offers: [offer_id] };
  if (resource_id === null) return { remove };
  if (view.held.has(resource_id)) return {};
  if (offer === undefined) {
    const reason = 'Its tab was closed before it had a name.';
    const gone = toldResource(view, heldAs(resource_id, NO_TAB, 0), { status: 'closed', reason });
    return { send: [resourceReport([gone], false)] };
  }
  const held = heldAs(resource_id, offer, nextDriverId(view));
  const told = toldResource(view, held);
  return { put: { held: [held] }, remove, send: [resourceReport([told], false)] };
}

const NO_TAB = { tab_id: null, chat_session_id: '', kind: 'opened', lent_origin: null } as const;

type Given = Pick<
  HeldResource,
  'tab_id' | 'chat_session_id' | 'kind' | 'lent_origin' | 'own_window'
>;

/** A tab that has just come to work for a chat. */
export function heldAs(
  resource_id: string,
  { tab_id, chat_session_id, kind, lent_origin, own_window }: Given,
  driver_id: number,
): HeldResource {
  return {
    resource_id,
    chat_session_id,
    tab_id,
    kind,
    lent_origin,
    driver_id,
    document: null,
    next_ref: 1,
    snapshots: 0,
    hold: false,
    ...(lent_origin !== null && { site: lent_origin }),
    ...(own_window !== undefined && { own_window }),
  };
}

/** Windows of Baton's own in which tabs work, the latest first. */
export function ownWindows(view: Pick<View, 'held'>): readonly number[] {
  const windows = [...view.held.values()].flatMap(({ own_window }) => own_window ?? []);
  return [...new Set(windows.toReversed())];
}

export function nextDriverId(view: Pick<View, 'held'>): number {
  return 1 + Math.max(0, ...[...view.held.values()].map((row) => row.driver_id));
}

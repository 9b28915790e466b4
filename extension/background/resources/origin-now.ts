import type { FrameOf } from '../../../shared/protocol/index.ts';
import { usualConductorUrl } from '../conductor-link/conductor-url.ts';
import { metaOf } from '../storage/row-store.ts';
import type { HeldResource } from '../storage/tables.ts';
import { type CallEnd, failed } from '../../page-work/call-end.ts';
import { reachableOrigin } from './reachable-origin.ts';
import type { ResourceContext } from './resource-context.ts';
import { isGranted } from './site-grants.ts';

type Call = FrameOf<'tool.call'>;

/** The origin of a page that this chat may work in at this level; null: it may not. */
export function originNow(
  { store, clock }: ResourceContext,
  held: Pick<HeldResource, 'chat_session_id' | 'lent_origin'>,
  url: string | null,
  level: Call['level'],
): string | null {
  const origin = url === null ? null : reachableOrigin(url, usualConductorUrl(metaOf(store.view)));
  if (origin === null || origin === held.lent_origin) return origin;
  const { chat_session_id } = held;
  return isGranted(store.view, { origin, chat_session_id, level }, clock.now()) ? origin : null;
}

export function notGranted(
  { store }: ResourceContext,
  url: string | null,
  level: Call['level'],
): CallEnd {
  const origin = url === null ? null : reachableOrigin(url, usualConductorUrl(metaOf(store.view)));
  if (url !== null && origin === null) {
    return failed('origin_forbidden', 'Baton never works in pages of this kind.');
  }
  const where = origin ?? 'The page that the tab shows now';
  return failed('not_granted', `${where} is not allowed for this chat (${level}).`);
}

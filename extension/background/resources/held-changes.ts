import { type Change, metaOf, type View } from '../storage/row-store.ts';
import type { HeldResource } from '../storage/tables.ts';
import { revokeGrants } from './site-grants.ts';
import { resourceReport, toldResource } from './take-resource-frames.ts';

/** One tab, or all of them and what will be opened: nothing is begun there until the person lets it go on. */
export function stopChange(view: View, resourceId: string | null, isStopped: boolean): Change {
  const all = [...view.held.values()];
  if (resourceId !== null) {
    const row = view.held.get(resourceId);
    if (row === undefined) return {};
    const held = { ...row, stopped: isStopped };
    return { put: { held: [held] }, send: [resourceReport([toldResource(view, held)], false)] };
  }
  const meta = { ...metaOf(view), work_stopped: isStopped };
  // To let all go on is to let each go on.
  const held = isStopped ? all : all.map((row) => ({ ...row, stopped: false }));
  const after = { meta: new Map([['meta', meta]]) };
  const told = held.map((row) => toldResource(after, row));
  const send = told.length === 0 ? [] : [resourceReport(told, false)];
  return { put: { meta: [meta], ...(!isStopped && { held }) }, send };
}

/**
 * These work for no chat any more, and the conductor is told why.
 *
 * @param isForGood Nothing opens them again, pinned or not.
 */
export function leaveChange(
  view: View,
  rows: readonly HeldResource[],
  reason: string,
  isForGood = false,
): Change {
  const held = rows.filter(({ resource_id }) => view.held.has(resource_id));
  if (held.length === 0) return {};
  const told = held.map((row) =>
    toldResource(view, row, { status: 'closed', reason, ...(isForGood && { for_good: true }) }),
  );
  const remove = { held: held.map(({ resource_id }) => resource_id) };
  return { remove, send: [resourceReport(told, false)] };
}

/** The person closed the tab. */
export function tabGoneChange(view: View, tabId: number): Change {
  const held = [...view.held.values()].filter((row) => row.tab_id === tabId);
  const offers = [...view.offers.values()].filter((row) => row.tab_id === tabId);
  const change = leaveChange(view, held, 'The person closed its tab.');
  const remove = { ...change.remove, offers: offers.map(({ offer_id }) => offer_id) };
  return { ...change, remove };
}

/** The browser was started anew: its tabs are others, and what was allowed until it closed is over. */
export function newSessionChange(view: View, now: number): Change {
  const change = revokeGrants(view, (grant) => grant.session_only, now);
  return { ...change, remove: { held: [...view.held.keys()], offers: [...view.offers.keys()] } };
}

/** The browser gave the tab another id. */
export function tabReplacedChange(view: View, before: number, now: number): Change {
  const moved = <Row extends { readonly tab_id: number | null }>(rows: Iterable<Row>): Row[] =>
    [...rows].filter((row) => row.tab_id === before).map((row) => ({ ...row, tab_id: now }));
  return { put: { held: moved(view.held.values()), offers: moved(view.offers.values()) } };
}

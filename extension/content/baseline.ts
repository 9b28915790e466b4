import type { HistoryTurn, SendDescription } from '../platforms/platform.ts';
import { isStableId } from '../platforms/kit/stable-id.ts';
import { numbered, type RenderedTurn } from './rendered-turns.ts';

/** Part of the conversation that a page shows, as far as a message sent from it would follow the last one. */
export type Shown = 'newest' | 'older' | 'nothing';

/** `nothing` only where turns are known to carry ids: other layouts are believed. */
export function shownOf(
  history: readonly HistoryTurn[],
  rendered: readonly RenderedTurn[],
  turnsHaveIds: boolean,
): Shown {
  if (isStalePage(history, rendered)) return 'older';
  const showsNone = turnsHaveIds && userTurnIds(rendered).length === 0;
  return showsNone && userTurnIds(history).length > 0 ? 'nothing' : 'newest';
}

/** Would this come before a user turn that is there already? False where nobody can know. */
export function isPastTurn(
  history: readonly HistoryTurn[],
  { parentMessageId, isFirst }: Pick<SendDescription, 'parentMessageId' | 'isFirst'>,
): boolean {
  if (isFirst === true) return history.some((turn) => turn.role === 'user');
  if (parentMessageId === null) return false;
  const parent = history.findIndex((turn) => turn.id === parentMessageId);
  return parent >= 0 && history.slice(parent + 1).some((turn) => turn.role === 'user');
}

/**
 * Does the page show an older state than the history, because another tab went on with the conversation?
 * A message sent from it would hang under an old turn. True only on proof: the last user turn shown is a
 * known one, and not the newest.
 */
function isStalePage(history: readonly HistoryTurn[], rendered: readonly RenderedTurn[]): boolean {
  const newest = history.findLast((turn) => turn.role === 'user');
  const shown = rendered.findLast((turn) => turn.role === 'user' && turn.id !== null);
  if (newest === undefined || shown === undefined || shown.id === newest.id) return false;
  return history.some((turn) => turn.id === shown.id);
}

/**
 * Returns the ids of the turns that stand before a message of ours: the user turns, those without ids by their number
 * in the page, and at the end the last turn that the page shows, of either side.
 */
export function standingTurnIds(
  history: readonly HistoryTurn[] | null,
  rendered: readonly RenderedTurn[],
): readonly string[] {
  const turns = numbered(rendered);
  const shown = [...userTurnIds(turns), ...turns.slice(-1).map(({ id }) => id)];
  return history === null ? shown : [...userTurnIds(history), ...shown.filter(isStableId)];
}

export function userTurnIds(turns: readonly (HistoryTurn | RenderedTurn)[]): readonly string[] {
  return turns.flatMap((turn) => (turn.role === 'user' && turn.id !== null ? [turn.id] : []));
}

import type { HistoryTurn } from '../platforms/platform.ts';
import type { RenderedTurn } from './rendered-turns.ts';

/**
 * Does the page show an older state than the history, because another tab went on with the conversation?
 * A message sent from it would hang under an old turn. True only on proof: the last user turn shown is a
 * known one, and not the newest.
 */
export function isStalePage(
  history: readonly HistoryTurn[],
  rendered: readonly RenderedTurn[],
): boolean {
  const newest = history.findLast((turn) => turn.role === 'user');
  const shown = rendered.findLast((turn) => turn.role === 'user' && turn.id !== null);
  if (newest === undefined || shown === undefined || shown.id === newest.id) return false;
  return history.some((turn) => turn.id === shown.id);
}

export function userTurnIds(turns: readonly (HistoryTurn | RenderedTurn)[]): readonly string[] {
  return turns.flatMap((turn) => (turn.role === 'user' && turn.id !== null ? [turn.id] : []));
}

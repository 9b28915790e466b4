import type { HistoryTurn } from '../platforms/platform.ts';

/** The conversation has gone on without it: a later message was answered. */
export function isPassedOver(turns: readonly HistoryTurn[], userMessageId: string): boolean {
  const start = turns.findIndex((turn) => turn.id === userMessageId);
  if (start < 0 || answerTo(turns, userMessageId) !== null) return false;
  const later = turns.slice(start + 1);
  const next = later.findIndex((turn) => turn.role === 'user');
  return next >= 0 && later.slice(next + 1).some((turn) => turn.role === 'assistant' && turn.final);
}

/** The answer to a user turn: the last one before the next user turn, whole or not. */
export function answerTo(turns: readonly HistoryTurn[], userMessageId: string): HistoryTurn | null {
  const start = turns.findIndex((turn) => turn.id === userMessageId);
  if (start < 0) return null;
  const after = turns.slice(start + 1);
  const next = after.findIndex((turn) => turn.role === 'user');
  return (next < 0 ? after : after.slice(0, next)).at(-1) ?? null;
}

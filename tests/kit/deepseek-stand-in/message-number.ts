import type { Turn } from '../../../playground/chat-turn.ts';

/** Messages are numbered within their session; the site's log needs ids that are unique among all. */
export function messageId(sessionId: string, number: number): string {
  return `${sessionId}/${number}`;
}

export function messageNumber(id: string): number {
  return Number(id.slice(id.lastIndexOf('/') + 1));
}

/** An answer has the number after its question, also while it is being written. */
export function nextNumber(turns: readonly Turn[]): number {
  const last = turns.at(-1);
  if (last === undefined) return 1;
  return messageNumber(last.id) + (last.role === 'user' ? 2 : 1);
}

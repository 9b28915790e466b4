import type { AuditEvent } from '../../../../engine/plan.ts';
import type { ChatSession, Taint } from './rows.ts';

/** Most origins kept: any more change nothing. */
const MAX_ORIGINS = 50;

/**
 * The session has read what those sites wrote: what is to be written of it, in the commit that brings the text, so that
 * nothing is judged between. Never undone by time. Null: it is known already.
 */
export function tainted(
  session: ChatSession,
  origins: readonly string[],
  now: number,
): { readonly taint: Taint; readonly event: AuditEvent } | null {
  const known = session.taint?.origins ?? [];
  const room = Math.max(0, MAX_ORIGINS - known.length);
  const added = [...new Set(origins)].filter((origin) => !known.includes(origin)).slice(0, room);
  if (added.length === 0) return null;
  return {
    taint: { since: session.taint?.since ?? now, origins: [...known, ...added] },
    event: {
      type: 'taint.raised',
      subjectId: session.chatSessionId,
      conversationKey: session.conversationKey,
      actor: 'conductor',
      at: now,
      detail: { origins: added },
    },
  };
}

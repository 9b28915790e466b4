import { type AuditEvent, insert, plan, type Plan, update } from '../../engine/plan.ts';
import type { FoundBy } from '../../engine/query.ts';
import type { ChatSession, DataKind, SeenData } from './rows.ts';
import { newSession } from './steps/open-session.ts';

/** So many are kept; that there are more changes nothing. */
const MAX_SOURCES = 50;

/**
 * A result brings such data into a conversation: noted in the commit that brings it, so that nothing is judged between.
 * Never undone by time.
 */
export function markSeen(
  found: FoundBy<'sessionOfAction'>,
  kinds: readonly DataKind[],
  from: string,
  now: number,
): Plan {
  if (found === null) return plan({});
  const seen = found.session?.seen ?? {};
  const added = kinds.filter((kind) => isNews(seen, kind, from));
  if (added.length === 0) return plan({});
  const all: SeenData = {
    ...seen,
    ...Object.fromEntries(
      added.map((kind) => {
        const { since = now, from: known = [] } = seen[kind] ?? {};
        return [kind, { since, from: [...known, from] }];
      }),
    ),
  };
  return plan({
    changes: [changeOf(found, all, now)],
    events: [seenEvent(found, added, from, now)],
  });
}

function isNews(seen: SeenData, kind: DataKind, from: string): boolean {
  const known = seen[kind]?.from ?? [];
  return !known.includes(from) && known.length < MAX_SOURCES;
}

function changeOf(
  { chatSessionId, conversationKey, session }: NonNullable<FoundBy<'sessionOfAction'>>,
  seen: SeenData,
  now: number,
) {
  if (session !== null) return update('chatSessions', session, { seen });
  const made: ChatSession = {
    ...newSession({
      chatSessionId,
      kind: 'conversation',
      conversationKey,
      label: '',
      clientSeenAt: null,
      now,
    }),
    seen,
  };
  return insert('chatSessions', made);
}

function seenEvent(
  { chatSessionId, conversationKey }: NonNullable<FoundBy<'sessionOfAction'>>,
  kinds: readonly DataKind[],
  from: string,
  at: number,
): AuditEvent {
  return {
    type: 'session.read',
    subjectId: chatSessionId,
    conversationKey,
    actor: 'conductor',
    at,
    detail: { kinds: [...kinds], from },
  };
}

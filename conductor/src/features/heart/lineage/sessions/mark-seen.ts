import { type AuditEvent, insert, plan, type Plan, update } from '../../../../engine/plan.ts';
import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { FoundBy } from '../../../../engine/query.ts';
import {
  type ChatSession,
  type DataKind,
  type HeardMarks,
  type SeenData,
  CHAT_SESSIONS,
} from './rows.ts';
import { newSession } from './steps/open-session.ts';
import { tainted } from './tainted.ts';
import type * as sessions from './queries.ts';

/** Most sources kept: any more change nothing. */
const MAX_SOURCES = 50;

/** Source of marks that come from another conversation, named like a target whose results bring them. */
const CONVERSATION = 'conversation';

type Found = NonNullable<FoundBy<typeof sessions.sessionOfConversation>> & {
  readonly conversationKey: ConversationKey;
};

/**
 * A result brings such data into a conversation: noted in the commit that brings it, so that nothing is judged between.
 * Never undone by time.
 */
export function markSeen(
  found: Found | null,
  kinds: readonly DataKind[],
  from: string,
  now: number,
): Plan {
  return found === null ? plan({}) : marked(found, { origins: [], kinds }, from, now);
}

/**
 * Passes marks on to a conversation that another one tells something: it has heard of all that the other has read.
 * Noted in the commit that brings the words, or before.
 */
export function markHeard(found: Found | null, marks: HeardMarks, now: number): Plan {
  return found === null ? plan({}) : marked(found, marks, CONVERSATION, now);
}

function marked(found: Found, { origins, kinds }: HeardMarks, from: string, now: number): Plan {
  const { chatSessionId, conversationKey } = found;
  const session = found.session ?? sessionOf(found, now);
  const seen = session.seen ?? {};
  const added = kinds.filter((kind) => isNews(seen, kind, from));
  const raised = tainted(session, origins, now);
  if (added.length === 0 && raised === null) return plan({});
  const set = {
    ...(added.length > 0 && { seen: withSeen(seen, added, from, now) }),
    ...(raised !== null && { taint: raised.taint }),
  };
  const read: AuditEvent = {
    type: 'session.read',
    subjectId: chatSessionId,
    conversationKey,
    actor: 'conductor',
    at: now,
    detail: { kinds: [...added], from },
  };
  return plan({
    changes: [
      found.session === null
        ? insert(CHAT_SESSIONS, { ...session, ...set })
        : update(CHAT_SESSIONS, session, set),
    ],
    events: [...(added.length > 0 ? [read] : []), ...(raised === null ? [] : [raised.event])],
  });
}

function isNews(seen: SeenData, kind: DataKind, from: string): boolean {
  const known = seen[kind]?.from ?? [];
  return !known.includes(from) && known.length < MAX_SOURCES;
}

function withSeen(seen: SeenData, added: readonly DataKind[], from: string, now: number): SeenData {
  const more = added.map((kind) => {
    const { since = now, from: known = [] } = seen[kind] ?? {};
    return [kind, { since, from: [...known, from] }];
  });
  return { ...seen, ...Object.fromEntries(more) };
}

function sessionOf({ chatSessionId, conversationKey }: Found, now: number): ChatSession {
  const of = { kind: 'conversation', label: '', clientSeenAt: null } as const;
  return newSession({ chatSessionId, conversationKey, ...of, now });
}

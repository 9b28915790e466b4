import { type Cursor, type Page, type PageWish, readPage } from '../../stores/sqlite/page.ts';
import type { Statements } from '../../stores/sqlite/statements.ts';

export interface MessageRow {
  readonly key_at: number;
  readonly key_id: string;
  readonly message_id: string;
  readonly author: 'assistant' | 'person' | 'baton';
  readonly raw_text: string;
  readonly job_id: string | null;
  readonly actions: number;
}

const ANCHORS = `m.anchor_id as id, m.assistant_message_id as message_id, 'assistant' as author, m.raw_text,
  (select j.job_id from delivery_jobs j where j.final_anchor_id = m.anchor_id) as job_id,
  (select count(*) from instructions i where i.anchor_id = m.anchor_id) as actions, m.observed_at as at
  from message_anchors m`;

const TURNS = `t.turn_id as id, t.user_message_id as message_id, t.author, t.raw_text, t.job_id, 0 as actions,
  t.observed_at as at from user_turns t`;

/** In the same millisecond a turn comes before the reply to it. */
const TURN = '0';

const REPLY = '1';

type Rank = typeof TURN | typeof REPLY;

/** A place in the stream as a place in one of its sides. */
function withinSide(rank: Rank, after: Cursor | null): Cursor | null {
  if (after === null) return null;
  const [at, id] = after;
  if (id.startsWith(rank)) return [at, id.slice(1)];
  // Ids are ASCII: the one stands after all of them, the other before.
  return [at, id > rank ? '\uFFFF' : ''];
}

/** Replies and turns of a conversation as one stream, the newest first. */
export function listMessages(
  statements: Statements,
  conversationKey: string,
  { limit, after }: PageWish,
): Page<MessageRow> {
  // Each side by its own index, and only as many as the page can take: a union of all would be sorted whole.
  const side = (rank: Rank, select: string, at: string, id: string) =>
    readPage<MessageRow>(
      statements,
      {
        select,
        where: [[`${at.split('.')[0]}.conversation_key = ?`, conversationKey]],
        key: [at, id],
      },
      { limit: limit + 1, after: withinSide(rank, after) },
    ).items.map((row) => ({ ...row, key_id: rank + row.key_id }));
  const rows = [
    ...side(REPLY, ANCHORS, 'm.observed_at', 'm.anchor_id'),
    ...side(TURN, TURNS, 't.observed_at', 't.turn_id'),
  ].toSorted((a, b) => b.key_at - a.key_at || (a.key_id < b.key_id ? 1 : -1));
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    next: rows.length > limit && last !== undefined ? [last.key_at, last.key_id] : null,
  };
}

/** The reply that finalized a delivery. */
export function replyTo(statements: Statements, jobId: string): MessageRow | null {
  return statements.get<MessageRow>(
    `select m.observed_at as key_at, m.anchor_id as key_id, ${ANCHORS}
     cross join delivery_jobs own on own.final_anchor_id = m.anchor_id where own.job_id = ?`,
    jobId,
  );
}

/** The newest reply that was seen in a conversation. */
export function newestReply(
  statements: Statements,
  localConversationId: string,
): MessageRow | null {
  return statements.get<MessageRow>(
    `select m.observed_at as key_at, m.anchor_id as key_id, ${ANCHORS}
     cross join conversations c on c.conversation_key = m.conversation_key
       and c.latest_assistant_message_id = m.assistant_message_id
     where c.local_conversation_id = ?`,
    localConversationId,
  );
}

import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';

import type { Cursor, PageWish } from '../../engine/page-cursor.ts';
import { pagedQuery, pageOf } from '../../stores/sqlite/page.ts';
import type { QueryParts } from '../../stores/sqlite/parts.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import {
  conversations,
  deliveryJobs,
  messageAnchors,
  userTurns,
} from '../../stores/sqlite/schema.ts';
import { conversationKeyNamed } from './lists.sqlite.ts';
import type { ConversationsQueries, Message } from './queries.ts';

const REPLY = {
  id: messageAnchors.anchorId,
  messageId: messageAnchors.assistantMessageId,
  author: sql<'assistant'>`'assistant'`,
  rawText: messageAnchors.rawText,
  jobId: sql<string | null>`(select j.job_id from delivery_jobs j
    where j.final_anchor_id = message_anchors.anchor_id)`,
  actions: sql<number>`(select count(*) from instructions i where i.anchor_id = message_anchors.anchor_id)`,
  observedAt: messageAnchors.observedAt,
};

const { turnId, userMessageId, author, rawText, jobId, observedAt } = getTableColumns(userTurns);

const TURN = {
  id: turnId,
  messageId: userMessageId,
  author,
  rawText,
  jobId,
  actions: sql<number>`0`,
  observedAt,
};

const keyOf = ({ observedAt: at, id }: Message): Cursor => [at, id];

const ofConversation = { conversationKey: sql.placeholder('conversationKey') };

const replies = pagedQuery<'conversationKey', Message>({
  key: [messageAnchors.observedAt, messageAnchors.anchorId],
  filters: {
    conversationKey: eq(messageAnchors.conversationKey, ofConversation.conversationKey),
  },
  build: (db, { where, orderBy, limit }) =>
    db
      .select(REPLY)
      .from(messageAnchors)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf,
});

const turns = pagedQuery<'conversationKey', Message>({
  key: [userTurns.observedAt, userTurns.turnId],
  filters: { conversationKey: eq(userTurns.conversationKey, ofConversation.conversationKey) },
  build: (db, { where, orderBy, limit }) =>
    db
      .select(TURN)
      .from(userTurns)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf,
});

/** In the same millisecond a turn comes before the reply to it. */
const RANK = { turn: '0', reply: '1' } as const;

type Rank = (typeof RANK)[keyof typeof RANK];

const rankOf = (message: Message): Rank =>
  message.author === 'assistant' ? RANK.reply : RANK.turn;

/** A place in the stream. */
const placeOf = (message: Message): [number, string] => [
  message.observedAt,
  rankOf(message) + message.id,
];

/** A place in the stream as a place in one of its sides. */
function withinSide(rank: Rank, after: Cursor | null): Cursor | null {
  if (after === null) return null;
  const [at, id] = after;
  if (id.startsWith(rank)) return [at, id.slice(1)];
  // Ids are ASCII: the one stands after all of them, the other before.
  return [at, id > rank ? '\uFFFF' : ''];
}

function newestFirst(a: Message, b: Message): number {
  const [[atA, idA], [atB, idB]] = [placeOf(a), placeOf(b)];
  return atB - atA || (idA < idB ? 1 : -1);
}

/** The reply that this joins to a delivery. */
const replyOf = (isIt: SQL) =>
  preparedQuery((db) =>
    db
      .select(REPLY)
      .from(deliveryJobs)
      .innerJoin(conversations, eq(conversations.conversationKey, deliveryJobs.conversationKey))
      .innerJoin(messageAnchors, isIt)
      .where(eq(deliveryJobs.jobId, sql.placeholder('jobId')))
      .prepare(),
  );

const replyTo = replyOf(eq(messageAnchors.anchorId, deliveryJobs.finalAnchorId));

const newestReply = replyOf(
  sql`${and(
    eq(messageAnchors.conversationKey, conversations.conversationKey),
    eq(messageAnchors.assistantMessageId, conversations.latestAssistantMessageId),
  )}`,
);

export const messageQueries: Pick<
  QueryParts<ConversationsQueries>,
  'messages' | 'replyTo' | 'newestReply'
> = {
  messages(db, { conversation, page: { limit, after } }) {
    const conversationKey = conversationKeyNamed(db, conversation);
    if (conversationKey === null) return null;
    // Each side by its own index, and only as many as the page can take: a union of all would be sorted whole.
    const side = (list: typeof replies, rank: Rank) => {
      const page: PageWish = { limit: limit + 1, after: withinSide(rank, after) };
      return list(db, { conversationKey }, page).items;
    };
    const rows = [...side(replies, RANK.reply), ...side(turns, RANK.turn)].toSorted(newestFirst);
    return pageOf(rows, limit, placeOf);
  },
  replyTo: (db, asked) => replyTo(db).get(asked) ?? null,
  newestReply: (db, asked) => newestReply(db).get(asked) ?? null,
};

import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';

import type { Completeness } from '../../../../../shared/model/completeness.ts';
import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { Cursor, Page, PageRequest } from '../../../engine/page-cursor.ts';
import { pageAround, pagedQuery, pageOf } from '../../../stores/sqlite/page.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import {
  conversations,
  messageAnchors,
  userTurns,
} from '../../heart/conversations/tables.sqlite.ts';
import { conversationKeyNamed } from '../../heart/conversations/feature.ts';
import { deliveryJobs } from '../../heart/deliveries/tables.sqlite.ts';
import type { Message } from '../../heart/conversations/queries.ts';
import type * as asked from '../../heart/conversations/asks.ts';
import type * as askedByDeliveries from '../../heart/deliveries/asks.ts';

/** Columns of a reply as a Message. */
const REPLY = {
  id: messageAnchors.anchorId,
  messageId: messageAnchors.assistantMessageId,
  author: sql<'assistant'>`'assistant'`,
  rawText: messageAnchors.rawText,
  complete: sql<Completeness | null>`${messageAnchors.complete}`,
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
  complete: sql<Completeness | null>`null`,
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

/** Order within one millisecond: a turn comes before the reply to it. */
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

/** Replies and turns as one: each side by its own index, and only as many as the page can take. */
function stream(
  db: Db,
  conversationKey: ConversationKey,
  { limit, after, newer = false }: PageRequest,
): Page<Message> {
  const side = (list: typeof replies, rank: Rank) => {
    const page: PageRequest = { limit: limit + 1, after: withinSide(rank, after), newer };
    return list(db, { conversationKey }, page).items;
  };
  const rows = [...side(replies, RANK.reply), ...side(turns, RANK.turn)].toSorted(newestFirst);
  if (!newer) return pageOf(rows, limit, placeOf);
  return { items: rows.slice(Math.max(0, rows.length - limit)), next: null };
}

const namedReply = preparedQuery((db) =>
  db
    .select(REPLY)
    .from(messageAnchors)
    .where(
      and(
        eq(messageAnchors.conversationKey, ofConversation.conversationKey),
        eq(messageAnchors.assistantMessageId, sql.placeholder('messageId')),
      ),
    )
    .prepare(),
);

const namedTurn = preparedQuery((db) =>
  db
    .select(TURN)
    .from(userTurns)
    .where(
      and(
        eq(userTurns.conversationKey, ofConversation.conversationKey),
        eq(userTurns.userMessageId, sql.placeholder('messageId')),
      ),
    )
    .prepare(),
);

/** Finds a message by the id that its site gave it. */
function named(db: Db, conversationKey: ConversationKey, messageId: string): Message | null {
  const asked = { conversationKey, messageId };
  return namedReply(db).get(asked) ?? namedTurn(db).get(asked) ?? null;
}

const ofItsConversation = eq(conversations.conversationKey, deliveryJobs.conversationKey);

/** The reply that this joins to a delivery. */
const replyOf = (isIt: SQL) =>
  preparedQuery((db) =>
    db
      .select(REPLY)
      .from(deliveryJobs)
      .innerJoin(conversations, ofItsConversation)
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

/** Queries for messages as people see them. */
export const messageQueries: Pick<
  QueryImplementations<typeof asked & typeof askedByDeliveries>,
  'messages' | 'message' | 'newestReply' | 'replyTo'
> = {
  replyTo: (db, about) => replyTo(db).get(about) ?? null,
  newestReply: (db, about) => newestReply(db).get(about) ?? null,
  messages(db, { conversation, page, place }) {
    const conversationKey = conversationKeyNamed(db, conversation);
    if (conversationKey === null) return null;
    const list = (request: PageRequest) => stream(db, conversationKey, request);
    if (place === undefined) return list(page);
    const found = named(db, conversationKey, place.messageId);
    if (found === null) return null;
    const at = placeOf(found);
    const { limit } = page;
    return place.newer
      ? { ...list({ limit, after: at, newer: true }), next: null }
      : pageAround({ limit, at }, list);
  },
  message(db, { conversation, messageId }) {
    const conversationKey = conversationKeyNamed(db, conversation);
    return conversationKey === null ? null : named(db, conversationKey, messageId);
  },
};

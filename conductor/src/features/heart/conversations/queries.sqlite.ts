import { and, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';

import type {
  ConversationKey,
  ConversationRef,
} from '../../../../../shared/model/conversation-key.ts';
import { inJson } from '../../../stores/sqlite/in-json.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { rowOf, rowsOf } from '../../../stores/sqlite/row-list.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import {
  clientConversations,
  conversationAliases,
  conversationByKey,
  conversationByLocalId,
  conversations,
  messageAnchors,
  renewalOf,
  renewals,
  userTurns,
  workersByAsker,
} from './tables.sqlite.ts';
import { aliasesAmong, canonicalKey, canonicalKeys } from './canonical-keys.sqlite.ts';
import { conversationLists } from './lists.sqlite.ts';

import type { Conversation, MessageAnchor } from './rows.ts';
import { searchQueries } from './search.sqlite.ts';
import { ALL_PAUSED } from './steps/pause-all.ts';
import type * as asked from './asks.ts';
import type * as queries from './queries.ts';

const anchorSaid = preparedQuery((db) =>
  db
    .select()
    .from(messageAnchors)
    .where(
      and(
        eq(messageAnchors.conversationKey, sql.placeholder('key')),
        eq(messageAnchors.assistantMessageId, sql.placeholder('assistantMessageId')),
      ),
    )
    .prepare(),
);

/** The reply of the conversation that its site calls so. */
export function anchorOf(
  db: Db,
  key: ConversationKey,
  assistantMessageId: string,
): MessageAnchor | undefined {
  return anchorSaid(db).get({ key, assistantMessageId });
}

const withRenewal = (which: SQL) =>
  preparedQuery((db) =>
    db
      .select({ conversation: getTableColumns(conversations), renewal: getTableColumns(renewals) })
      .from(conversations)
      .leftJoin(renewals, eq(renewals.conversationKey, conversations.conversationKey))
      .where(which)
      .limit(sql.placeholder('limit'))
      .prepare(),
  );

const pausable = withRenewal(sql`${conversations.mode} in ('auto', 'draining')`);

/** Condition for conversations that a pause of all stopped, by their pause reason. */
export const isPausedByAll = sql`${conversations.mode} = 'paused'
  and ${conversations.pauseReason} = ${sql.raw(`'${ALL_PAUSED}'`)}`;

const pausedByAll = withRenewal(isPausedByAll);

const userTurnOf = preparedQuery((db) =>
  db
    .select()
    .from(userTurns)
    .where(
      and(
        eq(userTurns.conversationKey, sql.placeholder('key')),
        eq(userTurns.userMessageId, sql.placeholder('userMessageId')),
      ),
    )
    .prepare(),
);

const tieOf = preparedQuery((db) =>
  db
    .select({ key: clientConversations.conversationKey })
    .from(clientConversations)
    .where(
      and(
        eq(clientConversations.conversationKey, sql.placeholder('key')),
        eq(clientConversations.clientId, sql.placeholder('clientId')),
      ),
    )
    .prepare(),
);

const aliasCounts = preparedQuery((db) =>
  db
    .select({ key: conversationAliases.conversationKey, aliases: count() })
    .from(conversationAliases)
    .where(inJson(conversationAliases.conversationKey, sql.placeholder('keys')))
    .groupBy(conversationAliases.conversationKey)
    .prepare(),
);

export const conversationsQueries: QueryImplementations<Omit<typeof queries, keyof typeof asked>> =
  {
    ...conversationLists,
    ...searchQueries,
    conversation: (db, { ref }) => conversationsOf(db, [ref])[0] ?? null,
    workersAskedBy: (db, { localConversationId }) =>
      rowsOf(db, conversationByLocalId, localConversationId)
        .flatMap(({ conversationKey }) => rowsOf(db, workersByAsker, conversationKey))
        .map((worker) => worker.localConversationId),
    conversationByLocalId: (db, { localConversationId }) =>
      rowOf(db, conversationByLocalId, localConversationId),
    conversations: (db, { refs }) => conversationsOf(db, refs),
    aliases: (db, { refs }) => aliasesAmong(db, refs),
    ties: (db, { refs, clientId }) =>
      canonicalKeys(db, refs).filter((key) => tieOf(db).get({ key, clientId }) !== undefined),
    aliasCounts: (db, { refs }) => {
      if (refs.length === 0) return new Map();
      const rows = aliasCounts(db).all({ keys: JSON.stringify(canonicalKeys(db, refs)) });
      return new Map(rows.map(({ key, aliases }) => [key, aliases]));
    },
    anchor: (db, { refs, assistantMessageId }) =>
      firstOf(canonicalKeys(db, refs), (key) => anchorOf(db, key, assistantMessageId)),
    renewal: (db, { ref }) => rowOf(db, renewalOf, canonicalKey(db, ref)),
    renewalByLocalId(db, { localConversationId }) {
      const conversation = rowOf(db, conversationByLocalId, localConversationId);
      return conversation && rowOf(db, renewalOf, conversation.conversationKey);
    },
    pausable: (db, { limit }) => pausable(db).all({ limit }),
    pausedByAll: (db, { limit }) => pausedByAll(db).all({ limit }),
    userTurn: (db, { refs, userMessageId }) =>
      firstOf(canonicalKeys(db, refs), (key) => userTurnOf(db).get({ key, userMessageId })),
  };

/** Returns the conversations in the order of the refs. */
function conversationsOf(db: Db, refs: readonly ConversationRef[]): Conversation[] {
  return canonicalKeys(db, refs).flatMap((key) => rowsOf(db, conversationByKey, key));
}

function firstOf<Row>(
  keys: readonly ConversationKey[],
  find: (key: ConversationKey) => Row | undefined,
): Row | null {
  for (const key of keys) {
    const found = find(key);
    if (found !== undefined) return found;
  }
  return null;
}

import { and, count, eq, getTableColumns, not, type SQL, sql } from 'drizzle-orm';

import type {
  ConversationKey,
  ConversationRef,
} from '../../../../../shared/model/conversation-key.ts';
import type { WaitingFrame } from '../../../engine/plan.ts';
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
import { messageQueries } from './messages.sqlite.ts';

import type { Conversation, MessageAnchor } from './rows.ts';
import { searchQueries } from './search.sqlite.ts';
import { ALL_PAUSED } from './steps/pause-all.ts';
import type * as queries from './queries.ts';

/** A delivery or an action of the conversation has not ended. SQLite would go through all that it ever had. */
export const isBusy = sql`exists (select 1 from delivery_jobs as busy indexed by delivery_jobs_open
    where busy.conversation_key = ${conversations.conversationKey} and busy.status not in ('finalized', 'failed'))
  or exists (select 1 from instructions as busy indexed by instructions_open
    where busy.conversation_key = ${conversations.conversationKey} and busy.status not in ('succeeded', 'failed'))`;

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

const isDrained = and(eq(conversations.mode, 'draining'), sql`not (${isBusy})`);

const drained = preparedQuery((db) =>
  db
    .select({ key: conversations.conversationKey })
    .from(conversations)
    .where(and(isDrained, not(inJson(conversations.conversationKey, sql.placeholder('except')))))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const drainedConversation = preparedQuery((db) =>
  db
    .select()
    .from(conversations)
    .where(and(eq(conversations.conversationKey, sql.placeholder('key')), isDrained))
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

export const conversationsQueries: QueryImplementations<typeof queries> = {
  ...conversationLists,
  ...messageQueries,
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
  drained: (db, { except, limit }) =>
    drained(db)
      .all({ except: JSON.stringify(except), limit })
      .map(({ key }) => key),
  drainedConversation: (db, { conversationKey: key }) =>
    drainedConversation(db).get({ key }) ?? null,
  userTurn: (db, { refs, userMessageId }) =>
    firstOf(canonicalKeys(db, refs), (key) => userTurnOf(db).get({ key, userMessageId })),
  framesAbout: (db, { localConversationId: id }) =>
    db.$client
      .prepare<[string, string], { clientId: string; seq: number; frameJson: string }>(
        `select client_id as clientId, seq, frame_json as frameJson from outbox
         where coalesce(json_extract(frame_json, '$.local_conversation_id'), json_extract(frame_json, '$.chat_session_id')) = ?
           or json_extract(frame_json, '$.job_id') in
             (select j.job_id from delivery_jobs j join conversations c on c.conversation_key = j.conversation_key
              where c.local_conversation_id = ?)`,
      )
      .all(id, id)
      .map(({ frameJson, ...place }) => ({
        ...place,
        frame: JSON.parse(frameJson) as WaitingFrame['frame'],
      })),
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

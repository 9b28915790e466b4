import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';

import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import type { QueryImplementations } from '../../stores/sqlite/sqlite-implementation.ts';
import { modelBindings } from '../bindings/tables.sqlite.ts';
import { conversations, messageAnchors } from '../conversations/tables.sqlite.ts';
import { canonicalKey, canonicalKeys } from '../conversations/feature.ts';
import type { RepliesQueries } from './queries.ts';

/** See ConversationQuestions.heldReply. */
const isHeld = sql`${messageAnchors.source} = 'browser.final_message'
  and ${messageAnchors.actionsHash} is not null
  and coalesce(${conversations.latestUserTurnAt}, 0) <= ${messageAnchors.observedAt}
  and not exists (select 1 from instructions as made where made.anchor_id = ${messageAnchors.anchorId})
  and not exists (select 1 from delivery_jobs as asked
    where asked.final_anchor_id = ${messageAnchors.anchorId} and asked.origin = 'agent')
  and not exists (select 1 from ${modelBindings}
    where ${modelBindings.conversationKey} = ${conversations.conversationKey} and ${modelBindings.state} = 'bound')`;

const newestReply = and(
  eq(messageAnchors.conversationKey, conversations.conversationKey),
  eq(messageAnchors.assistantMessageId, conversations.latestAssistantMessageId),
);

const heldReplyOf = preparedQuery((db) =>
  db
    .select(getTableColumns(messageAnchors))
    .from(conversations)
    .innerJoin(messageAnchors, newestReply)
    .where(and(eq(conversations.conversationKey, sql.placeholder('key')), isHeld))
    .prepare(),
);

const recentRounds = preparedQuery((db) =>
  db
    .select({
      actionsHash: messageAnchors.actionsHash,
      rawText: messageAnchors.rawText,
      observedAt: messageAnchors.observedAt,
      resultText: sql<string | null>`(select job.message_text from delivery_jobs as job
          where job.dedupe_key in ('results:' || ${messageAnchors.anchorId}, 'renewal:' || ${messageAnchors.anchorId}))`,
    })
    .from(messageAnchors)
    .innerJoin(conversations, eq(conversations.conversationKey, messageAnchors.conversationKey))
    .where(
      and(
        eq(messageAnchors.conversationKey, sql.placeholder('key')),
        eq(messageAnchors.source, 'browser.final_message'),
        sql`${messageAnchors.observedAt} > coalesce(${conversations.latestUserTurnAt}, 0)`,
        // Switching it on again is a fresh start as well.
        sql`${messageAnchors.observedAt} > coalesce(${conversations.modeSetAt}, 0)`,
      ),
    )
    .orderBy(desc(messageAnchors.observedAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

export const repliesQueries: QueryImplementations<RepliesQueries> = {
  heldReply: (db, { ref }) => heldReplyOf(db).get({ key: canonicalKey(db, ref) }) ?? null,
  heldReplies: (db) =>
    db
      .select(getTableColumns(messageAnchors))
      .from(conversations)
      .innerJoin(messageAnchors, newestReply)
      .where(isHeld)
      .all(),
  recentRounds: (db, { refs, limit }) => {
    if (limit === 0) return [];
    return canonicalKeys(db, refs)
      .flatMap((key) => recentRounds(db).all({ key, limit }))
      .toSorted((a, b) => b.observedAt - a.observedAt)
      .slice(0, limit);
  },
};

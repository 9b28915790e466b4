import { and, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm';

import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { Db } from '../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import { rowOf } from '../../stores/sqlite/row-list.ts';
import type { QueryImplementations } from '../../stores/sqlite/sqlite-implementation.ts';
import { modelBindings } from '../bindings/tables.sqlite.ts';
import {
  conversationByKey,
  conversations,
  messageAnchors,
} from '../conversations/tables.sqlite.ts';
import { jobByDedupeKey } from '../deliveries/tables.sqlite.ts';
import { canonicalKey, canonicalKeys } from '../conversations/feature.ts';
import { type Said, sayTheSame, TELLING_ROUNDS } from './loop-breaker.ts';
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

const liveAfter = preparedQuery((db) =>
  db
    .select({
      anchorId: messageAnchors.anchorId,
      actionsHash: messageAnchors.actionsHash,
      rawText: messageAnchors.rawText,
      observedAt: messageAnchors.observedAt,
    })
    .from(messageAnchors)
    .where(
      and(
        eq(messageAnchors.conversationKey, sql.placeholder('key')),
        eq(messageAnchors.source, 'browser.final_message'),
        gt(messageAnchors.observedAt, sql.placeholder('after')),
      ),
    )
    .orderBy(desc(messageAnchors.observedAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const heldReplyOf = preparedQuery((db) =>
  db
    .select(getTableColumns(messageAnchors))
    .from(conversations)
    .innerJoin(messageAnchors, newestReply)
    .where(and(eq(conversations.conversationKey, sql.placeholder('key')), isHeld))
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
  recentRounds(db, { refs, limit, reply }) {
    const latest = (max: number): readonly LiveReply[] =>
      canonicalKeys(db, refs)
        .flatMap((key) => repliesSincePerson(db, key, max))
        .toSorted((a, b) => b.observedAt - a.observedAt)
        .slice(0, max);
    const telling = latest(Math.min(limit, TELLING_ROUNDS));
    if (!telling.some((round) => sayTheSame(round, reply))) return [];
    return latest(limit).map((round) => ({ ...round, resultText: answerTo(db, round.anchorId) }));
  },
};

type LiveReply = Said & { readonly anchorId: string; readonly observedAt: number };

function repliesSincePerson(db: Db, key: ConversationKey, limit: number): readonly LiveReply[] {
  const conversation = rowOf(db, conversationByKey, key);
  if (conversation === null) return [];
  // Switching it on again is a fresh start as well.
  const after = Math.max(conversation.latestUserTurnAt ?? 0, conversation.modeSetAt ?? 0);
  return liveAfter(db).all({ key, after, limit });
}

/** What the conversation was sent for the reply. */
function answerTo(db: Db, anchorId: string): string | null {
  const job =
    rowOf(db, jobByDedupeKey, `results:${anchorId}`) ??
    rowOf(db, jobByDedupeKey, `renewal:${anchorId}`);
  return job?.messageText ?? null;
}

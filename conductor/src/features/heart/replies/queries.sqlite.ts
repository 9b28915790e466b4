import { and, desc, eq, gt, sql } from 'drizzle-orm';

import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { rowOf, rowsOf } from '../../../stores/sqlite/row-list.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { instructionsOfReply, openInstructions } from '../actions/tables.sqlite.ts';
import { bindingsOfChat } from '../lineage/bindings/tables.sqlite.ts';
import {
  anchorById,
  conversationByKey,
  conversations,
  messageAnchors,
  userTurns,
} from '../conversations/tables.sqlite.ts';
import {
  anchorOf,
  canonicalKey,
  canonicalKeys,
  type MessageAnchor,
} from '../conversations/feature.ts';
import type { DeliveryJob } from '../deliveries/feature.ts';
import { jobByDedupeKey, jobsEndedBy, openJobs } from '../deliveries/tables.sqlite.ts';
import { type Said, sayTheSame, TELLING_ROUNDS } from './loop-breaker.ts';

import type * as queries from './queries.ts';

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

/** Number of latest replies looked at: as many as a page may show anew at once. */
const RECENT_REPLIES = 50;

const recentReplies = preparedQuery((db) =>
  db
    .select({ anchorId: messageAnchors.anchorId, text: messageAnchors.rawText })
    .from(messageAnchors)
    .where(eq(messageAnchors.conversationKey, sql.placeholder('key')))
    .orderBy(desc(messageAnchors.observedAt))
    .limit(RECENT_REPLIES)
    .prepare(),
);

export const repliesQueries: QueryImplementations<typeof queries> = {
  heldReply: (db, { ref }) => heldReplyOf(db, canonicalKey(db, ref)),
  heldReplies: (db) =>
    db
      .select({ key: conversations.conversationKey })
      .from(conversations)
      .all()
      .flatMap(({ key }) => heldReplyOf(db, key) ?? []),
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
  newestTurns: (db, { refs }) =>
    canonicalKeys(db, refs).flatMap((key) => newestTurns(db).all({ key })),
  equalReplies: (db, { refs, rawText }) =>
    canonicalKeys(db, refs).flatMap((key) =>
      recentReplies(db)
        .all({ key })
        .flatMap(({ anchorId, text }) =>
          text === rawText ? (rowOf(db, anchorById, anchorId) ?? []) : [],
        ),
    ),
  stillToCome(db, { refs }) {
    const keys = canonicalKeys(db, refs);
    const open = keys.flatMap((key) => rowsOf(db, openInstructions, key));
    const ids = [...new Set(open.map(({ anchorId }) => anchorId))];
    return {
      replies: ids.flatMap((id) => rowOf(db, anchorById, id) ?? []),
      results: keys.flatMap((key) => rowsOf(db, openJobs, key)).filter(isWaitingResult),
    };
  },
};

const newestTurns = preparedQuery((db) =>
  db
    .select({
      conversationKey: userTurns.conversationKey,
      observedAt: userTurns.observedAt,
      rawText: userTurns.rawText,
    })
    .from(userTurns)
    .where(eq(userTurns.conversationKey, sql.placeholder('key')))
    .orderBy(desc(userTurns.observedAt))
    .limit(2)
    .prepare(),
);

function isWaitingResult({ status, origin }: DeliveryJob): boolean {
  return origin === 'reply' && (status === 'pending' || status === 'retry_wait');
}

function heldReplyOf(db: Db, key: ConversationKey): MessageAnchor | null {
  const conversation = rowOf(db, conversationByKey, key);
  const assistantMessageId = conversation?.latestAssistantMessageId ?? null;
  if (conversation === null || assistantMessageId === null) return null;
  // guard: bound-held-reply
  if (rowsOf(db, bindingsOfChat, key).some(({ state }) => state === 'bound')) return null;
  const reply = anchorOf(db, key, assistantMessageId);
  if (reply?.source !== 'browser.final_message' || reply.actionsHash === null) return null;
  if (reply.complete !== 'whole') return null;
  if ((conversation.latestUserTurnAt ?? 0) > reply.observedAt) return null; // guard: held-newest
  if (rowsOf(db, instructionsOfReply, reply.anchorId).length > 0) return null;
  const answersAgent = rowsOf(db, jobsEndedBy, reply.anchorId).some(
    ({ origin }) => origin === 'agent',
  );
  return answersAgent ? null : reply;
}

type LiveReply = Said & { readonly anchorId: string; readonly observedAt: number };

function repliesSincePerson(db: Db, key: ConversationKey, limit: number): readonly LiveReply[] {
  const conversation = rowOf(db, conversationByKey, key);
  if (conversation === null) return [];
  // Switching it on again is a fresh start as well.
  const after = Math.max(conversation.latestUserTurnAt ?? 0, conversation.modeSetAt ?? 0);
  return liveAfter(db).all({ key, after, limit });
}

/** Returns the message that answered the reply; null: none did. */
function answerTo(db: Db, anchorId: string): string | null {
  const job =
    rowOf(db, jobByDedupeKey, `results:${anchorId}`) ??
    rowOf(db, jobByDedupeKey, `renewal:${anchorId}`);
  return job?.messageText ?? null;
}

import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, lte, sql } from 'drizzle-orm';

import type { ConversationRef } from '../../../../shared/model/conversation-key.ts';
import type { ConversationQuestions } from '../../domain/questions/conversation-questions.ts';
import type { Conversation } from '../../domain/rows.ts';
import type { Db } from '../open-database.ts';
import {
  clients,
  conversations,
  idempotencyKeys,
  instructions,
  messageAnchors,
  renewals,
  settings,
  userTurns,
} from '../schema.ts';
import type { Answerers } from './answerers.ts';
import { aliasesAmong, canonicalKeys } from './canonical-keys.ts';

/** A delivery or an action of the conversation has not ended. */
const isBusy = sql`exists (select 1 from delivery_jobs as busy
    where busy.conversation_key = ${conversations.conversationKey} and busy.status not in ('finalized', 'failed'))
  or exists (select 1 from instructions as busy
    where busy.conversation_key = ${conversations.conversationKey} and busy.status not in ('succeeded', 'failed'))`;

export const answerConversations: Answerers<ConversationQuestions> = {
  conversation: (db, { ref }) => conversationsOf(db, [ref])[0] ?? null,
  conversationByLocalId: (db, { localConversationId }) =>
    db
      .select()
      .from(conversations)
      .where(eq(conversations.localConversationId, localConversationId))
      .get() ?? null,
  conversations: (db, { refs }) => conversationsOf(db, refs),
  aliases: (db, { refs }) => aliasesAmong(db, refs),
  anchor: (db, { refs, assistantMessageId }) =>
    db
      .select()
      .from(messageAnchors)
      .where(
        and(
          inArray(messageAnchors.conversationKey, canonicalKeys(db, refs)),
          eq(messageAnchors.assistantMessageId, assistantMessageId),
        ),
      )
      .get() ?? null,
  anchorById: (db, { anchorId }) =>
    db.select().from(messageAnchors).where(eq(messageAnchors.anchorId, anchorId)).get() ?? null,
  renewal: (db, { ref }) =>
    db
      .select()
      .from(renewals)
      .where(inArray(renewals.conversationKey, canonicalKeys(db, [ref])))
      .get() ?? null,
  renewalByLocalId: (db, { localConversationId }) =>
    db
      .select(getTableColumns(renewals))
      .from(conversations)
      .innerJoin(renewals, eq(renewals.conversationKey, conversations.conversationKey))
      .where(eq(conversations.localConversationId, localConversationId))
      .get() ?? null,
  dueRenewals: (db, { now, limit }) =>
    db
      .select({
        renewal: getTableColumns(renewals),
        conversation: getTableColumns(conversations),
        anchorId: sql<string | null>`(select anchor.anchor_id from ${messageAnchors} as anchor
          where anchor.conversation_key = ${conversations.conversationKey}
            and anchor.assistant_message_id = ${conversations.latestAssistantMessageId})`,
        isBusy: sql<number>`${isBusy}`.mapWith(Boolean),
      })
      .from(renewals)
      .innerJoin(conversations, eq(conversations.conversationKey, renewals.conversationKey))
      .where(and(isNotNull(renewals.dueAt), lte(renewals.dueAt, now)))
      .orderBy(asc(renewals.dueAt))
      .limit(limit)
      .all(),
  drained: (db, { limit }) =>
    db
      .select()
      .from(conversations)
      .where(and(eq(conversations.mode, 'draining'), sql`not (${isBusy})`))
      .limit(limit)
      .all(),
  recentRounds: (db, { refs, limit }) => {
    if (limit === 0) return [];
    const keys = canonicalKeys(db, refs);
    return db
      .select({
        actionsHash: messageAnchors.actionsHash,
        rawText: messageAnchors.rawText,
        resultText: sql<string | null>`(select job.message_text from delivery_jobs as job
          where job.dedupe_key in ('results:' || ${messageAnchors.anchorId}, 'renewal:' || ${messageAnchors.anchorId}))`,
      })
      .from(messageAnchors)
      .innerJoin(conversations, eq(conversations.conversationKey, messageAnchors.conversationKey))
      .where(
        and(
          inArray(messageAnchors.conversationKey, keys),
          eq(messageAnchors.source, 'browser.final_message'),
          sql`${messageAnchors.observedAt} > coalesce(${conversations.latestUserTurnAt}, 0)`,
          // Switching it on again is a fresh start as well.
          sql`${messageAnchors.observedAt} > coalesce(${conversations.modeSetAt}, 0)`,
        ),
      )
      .orderBy(desc(messageAnchors.observedAt))
      .limit(limit)
      .all();
  },
  userTurn: (db, { refs, userMessageId }) =>
    db
      .select()
      .from(userTurns)
      .where(
        and(
          inArray(userTurns.conversationKey, canonicalKeys(db, refs)),
          eq(userTurns.userMessageId, userMessageId),
        ),
      )
      .get() ?? null,
  runningOf: (db, { localConversationId }) =>
    db
      .select({ instructionId: instructions.instructionId })
      .from(conversations)
      .innerJoin(instructions, eq(instructions.conversationKey, conversations.conversationKey))
      .where(
        and(
          eq(conversations.localConversationId, localConversationId),
          eq(instructions.status, 'running'),
        ),
      )
      .all()
      .map((row) => row.instructionId),
  setting: (db, { name }) =>
    db.select().from(settings).where(eq(settings.name, name)).get() ?? null,
  idempotencyKey: (db, { key }) =>
    db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key)).get() ?? null,
  client: (db, { clientId }) =>
    db.select().from(clients).where(eq(clients.clientId, clientId)).get() ?? null,
};

/** In the order in which the refs name them. */
function conversationsOf(db: Db, refs: readonly ConversationRef[]): Conversation[] {
  const keys = canonicalKeys(db, refs);
  const found = db
    .select()
    .from(conversations)
    .where(inArray(conversations.conversationKey, keys))
    .all();
  return found.toSorted(
    (a, b) => keys.indexOf(a.conversationKey) - keys.indexOf(b.conversationKey),
  );
}

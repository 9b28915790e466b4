import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  lte,
  not,
  sql,
} from 'drizzle-orm';

import type {
  ConversationKey,
  ConversationRef,
} from '../../../../shared/model/conversation-key.ts';
import type { ConversationQuestions } from '../../domain/questions/conversation-questions.ts';
import type { Conversation } from '../../domain/rows.ts';
import type { Db } from '../open-database.ts';
import {
  clientConversations,
  clients,
  conversationAliases,
  conversations,
  idempotencyKeys,
  instructions,
  messageAnchors,
  renewals,
  settings,
  userTurns,
} from '../schema.ts';
import type { Answerers } from './answerers.ts';
import { keptQuery } from '../kept-query.ts';
import { aliasesAmong, canonicalKey, canonicalKeys } from './canonical-keys.ts';
import { inJson } from './in-json.ts';

/** A delivery or an action of the conversation has not ended. */
const isBusy = sql`exists (select 1 from delivery_jobs as busy
    where busy.conversation_key = ${conversations.conversationKey} and busy.status not in ('finalized', 'failed'))
  or exists (select 1 from instructions as busy
    where busy.conversation_key = ${conversations.conversationKey} and busy.status not in ('succeeded', 'failed'))`;

const byLocalId = keptQuery((db) =>
  db
    .select()
    .from(conversations)
    .where(eq(conversations.localConversationId, sql.placeholder('localConversationId')))
    .prepare(),
);

const anchorOf = keptQuery((db) =>
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

/** See ConversationQuestions.heldReply. */
const isHeld = sql`${messageAnchors.source} = 'browser.final_message'
  and ${messageAnchors.actionsHash} is not null
  and coalesce(${conversations.latestUserTurnAt}, 0) <= ${messageAnchors.observedAt}
  and not exists (select 1 from instructions as made where made.anchor_id = ${messageAnchors.anchorId})`;

const newestReply = and(
  eq(messageAnchors.conversationKey, conversations.conversationKey),
  eq(messageAnchors.assistantMessageId, conversations.latestAssistantMessageId),
);

const heldReplyOf = keptQuery((db) =>
  db
    .select(getTableColumns(messageAnchors))
    .from(conversations)
    .innerJoin(messageAnchors, newestReply)
    .where(and(eq(conversations.conversationKey, sql.placeholder('key')), isHeld))
    .prepare(),
);

const busyOf = keptQuery((db) =>
  db
    .select({ key: conversations.conversationKey })
    .from(conversations)
    .where(and(eq(conversations.conversationKey, sql.placeholder('key')), sql`(${isBusy})`))
    .prepare(),
);

const anchorById = keptQuery((db) =>
  db
    .select()
    .from(messageAnchors)
    .where(eq(messageAnchors.anchorId, sql.placeholder('anchorId')))
    .prepare(),
);

const renewalOf = keptQuery((db) =>
  db
    .select()
    .from(renewals)
    .where(eq(renewals.conversationKey, sql.placeholder('key')))
    .prepare(),
);

const renewalByLocalId = keptQuery((db) =>
  db
    .select(getTableColumns(renewals))
    .from(conversations)
    .innerJoin(renewals, eq(renewals.conversationKey, conversations.conversationKey))
    .where(eq(conversations.localConversationId, sql.placeholder('localConversationId')))
    .prepare(),
);

const userTurnOf = keptQuery((db) =>
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

const settingOf = keptQuery((db) =>
  db
    .select()
    .from(settings)
    .where(eq(settings.name, sql.placeholder('name')))
    .prepare(),
);

const idempotencyKeyOf = keptQuery((db) =>
  db
    .select()
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, sql.placeholder('key')))
    .prepare(),
);

const clientById = keptQuery((db) =>
  db
    .select()
    .from(clients)
    .where(eq(clients.clientId, sql.placeholder('clientId')))
    .prepare(),
);

const isDue = and(isNotNull(renewals.dueAt), lte(renewals.dueAt, sql.placeholder('now')));

const dueRenewals = keptQuery((db) =>
  db
    .select({ key: renewals.conversationKey })
    .from(renewals)
    .where(and(isDue, not(inJson(renewals.conversationKey, sql.placeholder('except')))))
    .orderBy(asc(renewals.dueAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const dueRenewal = keptQuery((db) =>
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
    .where(and(eq(renewals.conversationKey, sql.placeholder('key')), isDue))
    .prepare(),
);

const isDrained = and(eq(conversations.mode, 'draining'), sql`not (${isBusy})`);

const drained = keptQuery((db) =>
  db
    .select({ key: conversations.conversationKey })
    .from(conversations)
    .where(and(isDrained, not(inJson(conversations.conversationKey, sql.placeholder('except')))))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const drainedConversation = keptQuery((db) =>
  db
    .select()
    .from(conversations)
    .where(and(eq(conversations.conversationKey, sql.placeholder('key')), isDrained))
    .prepare(),
);

const recentRounds = keptQuery((db) =>
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

const tiesOf = keptQuery((db) =>
  db
    .select({ key: clientConversations.conversationKey })
    .from(clientConversations)
    .where(
      and(
        inJson(clientConversations.conversationKey, sql.placeholder('keys')),
        eq(clientConversations.clientId, sql.placeholder('clientId')),
      ),
    )
    .prepare(),
);

const aliasCounts = keptQuery((db) =>
  db
    .select({ key: conversationAliases.conversationKey, aliases: count() })
    .from(conversationAliases)
    .where(inJson(conversationAliases.conversationKey, sql.placeholder('keys')))
    .groupBy(conversationAliases.conversationKey)
    .prepare(),
);

const byKeys = keptQuery((db) =>
  db
    .select()
    .from(conversations)
    .where(inJson(conversations.conversationKey, sql.placeholder('keys')))
    .prepare(),
);

export const answerConversations: Answerers<ConversationQuestions> = {
  conversation: (db, { ref }) => conversationsOf(db, [ref])[0] ?? null,
  conversationByLocalId: (db, { localConversationId }) =>
    byLocalId(db).get({ localConversationId }) ?? null,
  conversations: (db, { refs }) => conversationsOf(db, refs),
  aliases: (db, { refs }) => aliasesAmong(db, refs),
  ties: (db, { refs, clientId }) =>
    tiesOf(db)
      .all({ keys: JSON.stringify(canonicalKeys(db, refs)), clientId })
      .map(({ key }) => key),
  aliasCounts: (db, { refs }) => {
    if (refs.length === 0) return new Map();
    const rows = aliasCounts(db).all({ keys: JSON.stringify(canonicalKeys(db, refs)) });
    return new Map(rows.map(({ key, aliases }) => [key, aliases]));
  },
  anchor: (db, { refs, assistantMessageId }) =>
    firstOf(canonicalKeys(db, refs), (key) => anchorOf(db).get({ key, assistantMessageId })),
  anchorById: (db, { anchorId }) => anchorById(db).get({ anchorId }) ?? null,
  heldReply: (db, { ref }) => heldReplyOf(db).get({ key: canonicalKey(db, ref) }) ?? null,
  isBusy: (db, { ref }) => busyOf(db).get({ key: canonicalKey(db, ref) }) !== undefined,
  heldReplies: (db) =>
    db
      .select(getTableColumns(messageAnchors))
      .from(conversations)
      .innerJoin(messageAnchors, newestReply)
      .where(isHeld)
      .all(),
  renewal: (db, { ref }) => renewalOf(db).get({ key: canonicalKey(db, ref) }) ?? null,
  renewalByLocalId: (db, { localConversationId }) =>
    renewalByLocalId(db).get({ localConversationId }) ?? null,
  activeRenewals: (db) => db.select().from(renewals).where(eq(renewals.status, 'active')).all(),
  dueRenewals: (db, { now, except, limit }) =>
    dueRenewals(db)
      .all({ now, except: JSON.stringify(except), limit })
      .map(({ key }) => key),
  dueRenewal: (db, { conversationKey: key, now }) => dueRenewal(db).get({ key, now }) ?? null,
  drained: (db, { except, limit }) =>
    drained(db)
      .all({ except: JSON.stringify(except), limit })
      .map(({ key }) => key),
  drainedConversation: (db, { conversationKey: key }) =>
    drainedConversation(db).get({ key }) ?? null,
  recentRounds: (db, { refs, limit }) => {
    if (limit === 0) return [];
    return canonicalKeys(db, refs)
      .flatMap((key) => recentRounds(db).all({ key, limit }))
      .toSorted((a, b) => b.observedAt - a.observedAt)
      .slice(0, limit);
  },
  userTurn: (db, { refs, userMessageId }) =>
    firstOf(canonicalKeys(db, refs), (key) => userTurnOf(db).get({ key, userMessageId })),
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
  setting: (db, { name }) => settingOf(db).get({ name }) ?? null,
  idempotencyKey: (db, { key }) => idempotencyKeyOf(db).get({ key }) ?? null,
  client: (db, { clientId }) => clientById(db).get({ clientId }) ?? null,
  pairedClients: (db) => db.select().from(clients).where(isNull(clients.revokedAt)).all(),
};

/** In the order in which the refs name them. */
function conversationsOf(db: Db, refs: readonly ConversationRef[]): Conversation[] {
  const keys = canonicalKeys(db, refs);
  const found = byKeys(db).all({ keys: JSON.stringify(keys) });
  if (found.length < 2) return found;
  return found.toSorted(
    (a, b) => keys.indexOf(a.conversationKey) - keys.indexOf(b.conversationKey),
  );
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

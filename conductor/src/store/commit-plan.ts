import { and, eq, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

import { PROTOCOL_VERSION } from '../../../shared/protocol/index.ts';
import type { AuditEvent, Change, OutgoingFrame, Plan } from '../domain/plan.ts';
import type { TableName, Tables } from '../domain/rows.ts';
import { noteForeignActions } from './foreign-actions.ts';
import { keptQuery } from './kept-query.ts';
import type { Db } from './open-database.ts';
import { rowStatementsOf } from './row-statements.ts';
import {
  deleteConversation,
  mergeConversation,
  noteHolder,
  noteTie,
  setLabels,
} from './commit-conversation.ts';
import * as schema from './schema.ts';
import { searchIndexOf } from './search-index.ts';

/** A row moved on between the decision and its commit. The step keeps nothing. */
export class StaleRow extends Error {}

/** Primary key of each table a plan may change. */
const KEYS: {
  readonly [T in TableName]: {
    readonly table: SQLiteTable & { version: SQLiteColumn };
    readonly key: SQLiteColumn;
    readonly name: keyof Tables[T] & string;
  };
} = {
  conversations: {
    table: schema.conversations,
    key: schema.conversations.conversationKey,
    name: 'conversationKey',
  },
  conversationAliases: {
    table: schema.conversationAliases,
    key: schema.conversationAliases.aliasKey,
    name: 'aliasKey',
  },
  messageAnchors: {
    table: schema.messageAnchors,
    key: schema.messageAnchors.anchorId,
    name: 'anchorId',
  },
  deliveryJobs: { table: schema.deliveryJobs, key: schema.deliveryJobs.jobId, name: 'jobId' },
  instructions: {
    table: schema.instructions,
    key: schema.instructions.instructionId,
    name: 'instructionId',
  },
  approvals: { table: schema.approvals, key: schema.approvals.approvalId, name: 'approvalId' },
  clients: { table: schema.clients, key: schema.clients.clientId, name: 'clientId' },
  userTurns: { table: schema.userTurns, key: schema.userTurns.turnId, name: 'turnId' },
  artifacts: { table: schema.artifacts, key: schema.artifacts.artifactId, name: 'artifactId' },
  policyRules: { table: schema.policyRules, key: schema.policyRules.ruleId, name: 'ruleId' },
  renewals: {
    table: schema.renewals,
    key: schema.renewals.conversationKey,
    name: 'conversationKey',
  },
  accounts: { table: schema.accounts, key: schema.accounts.accountKey, name: 'accountKey' },
  settings: { table: schema.settings, key: schema.settings.name, name: 'name' },
  idempotencyKeys: {
    table: schema.idempotencyKeys,
    key: schema.idempotencyKeys.key,
    name: 'key',
  },
};

/** Writes a plan inside the transaction under way. Throws, for the caller to roll back, when any part does not fit. */
export function commitPlan(db: Db, { changes, frames, events }: Plan): void {
  for (const change of changes) commitChange(db, change);
  for (const frame of frames) queueFrame(db, frame);
  for (const event of events) appendEvent(db, event);
}

function commitChange(db: Db, change: Change): void {
  if (change.op === 'merge_conversation') return mergeConversation(db, change);
  if (change.op === 'delete_conversation') return deleteConversation(db, change);
  if (change.op === 'set_labels') return setLabels(db, change);
  if (change.op === 'forget_frames') return void db.delete(schema.outbox).run();
  if (change.op === 'note_foreign_actions') return noteForeignActions(db, change);
  if (change.op === 'note_holder') return noteHolder(db, change);
  if (change.op === 'note_tie') return noteTie(db, change);
  const { table, key } = KEYS[change.table];
  const rows = rowStatementsOf(db.$client);
  if (change.op === 'insert') {
    rows.insert(table, { ...change.row });
    indexInserted(db, change);
    return;
  }
  const id = idOf(change.table, change.row);
  const at = { key, id, version: change.row.version };
  const found =
    change.op === 'remove' ? rows.remove(table, at) : rows.update(table, at, change.set);
  if (change.op === 'update') indexUpdated(db, change);
  if (found !== 1)
    throw new StaleRow(`${change.table} ${id} is no longer at version ${change.row.version}`);
}

function idOf<T extends TableName>(table: T, row: Tables[T]): string {
  return String(row[KEYS[table].name]);
}

type Inserted = Extract<Change, { op: 'insert' }>;
type Updated = Extract<Change, { op: 'update' }>;

/** What people may look for is found from the commit that brings it. */
function indexInserted(db: Db, { table, row }: Inserted): void {
  const index = searchIndexOf(db.$client);
  if (table === 'messageAnchors') {
    const { conversationKey, anchorId: refId, rawText: text, observedAt: at } = row;
    index.put({ conversationKey, kind: 'assistant', refId, text, at });
  } else if (table === 'userTurns') {
    const { conversationKey, turnId: refId, rawText: text, observedAt: at } = row;
    index.put({ conversationKey, kind: 'user', refId, text, at });
  } else if (table === 'conversations') {
    const { conversationKey, localConversationId: refId, createdAt: at } = row;
    index.put({ conversationKey, kind: 'title', refId, text: row.customTitle ?? row.title, at });
  }
}

function indexUpdated(db: Db, { table, row, set }: Updated): void {
  if (table === 'userTurns' && set.rawText !== undefined) {
    const { conversationKey, turnId: refId, observedAt: at } = row;
    searchIndexOf(db.$client).put({ conversationKey, kind: 'user', refId, text: set.rawText, at });
  }
  if (table !== 'conversations' || !('title' in set || 'customTitle' in set)) return;
  const {
    conversationKey,
    localConversationId: refId,
    title,
    customTitle,
    createdAt: at,
  } = {
    ...row,
    ...set,
  };
  if ((customTitle ?? title) === (row.customTitle ?? row.title)) return;
  searchIndexOf(db.$client).put({
    conversationKey,
    kind: 'title',
    refId,
    text: customTitle ?? title,
    at,
  });
}

const nextSeq = keptQuery((db) =>
  db
    .update(schema.clients)
    .set({
      lastSentSeq: sql`${schema.clients.lastSentSeq} + 1`,
      version: sql`${schema.clients.version} + 1`,
    })
    .where(eq(schema.clients.clientId, sql.placeholder('clientId')))
    .returning({ seq: schema.clients.lastSentSeq })
    .prepare(),
);

function queueFrame(db: Db, { clientId, frame }: OutgoingFrame): void {
  const client = nextSeq(db).get({ clientId });
  if (client === undefined) throw new StaleRow(`client ${clientId} is gone`);
  const { seq } = client;
  if (frame.type === 'delivery.cancel') takeBack(db, clientId, frame.job_id);
  const frameJson = JSON.stringify({ v: PROTOCOL_VERSION, id: `c${seq}`, seq, ...frame });
  const waiting = { clientId, seq, frameJson, createdAt: Date.now() };
  rowStatementsOf(db.$client).insert(schema.outbox, waiting);
}

/**
 * A browser that was away must not hear "send" before it hears "do not": in between it could, while another has the
 * job. What it has not acked yet says `delivery.cancel` from now on, in its old place.
 */
function takeBack(db: Db, clientId: string, jobId: string): void {
  const { outbox } = schema;
  const unheard = db
    .select({ seq: outbox.seq })
    .from(outbox)
    .where(
      and(
        eq(outbox.clientId, clientId),
        sql`json_extract(${outbox.frameJson}, '$.type') = 'delivery.enqueue'`,
        sql`json_extract(${outbox.frameJson}, '$.job_id') = ${jobId}`,
      ),
    )
    .all();
  for (const { seq } of unheard) {
    const frame = { type: 'delivery.cancel', job_id: jobId } as const;
    const frameJson = JSON.stringify({ v: PROTOCOL_VERSION, id: `c${seq}`, seq, ...frame });
    db.update(outbox)
      .set({ frameJson })
      .where(and(eq(outbox.clientId, clientId), eq(outbox.seq, seq)))
      .run();
  }
}

function appendEvent(db: Db, { detail, ...event }: AuditEvent): void {
  const line = { ...event, detailJson: JSON.stringify(detail) };
  rowStatementsOf(db.$client).insert(schema.events, line);
}

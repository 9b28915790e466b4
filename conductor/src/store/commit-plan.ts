import { and, eq, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

import { PROTOCOL_VERSION } from '../../../shared/protocol/index.ts';
import type { AuditEvent, Change, OutgoingFrame, Plan } from '../domain/plan.ts';
import type { TableName } from '../domain/rows.ts';
import type { Db } from './open-database.ts';
import * as schema from './schema.ts';

/** A row moved on between the decision and its commit. The step keeps nothing. */
export class StaleRow extends Error {}

/** Primary key of each table a plan may change. */
const KEYS: {
  readonly [T in TableName]: {
    readonly table: SQLiteTable & { version: SQLiteColumn };
    readonly key: SQLiteColumn;
    readonly name: string;
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
};

/** Writes a plan inside the transaction under way. Throws, for the caller to roll back, when any part does not fit. */
export function commitPlan(db: Db, { changes, frames, events }: Plan): void {
  for (const change of changes) commitChange(db, change);
  for (const frame of frames) queueFrame(db, frame);
  for (const event of events) appendEvent(db, event);
}

function commitChange(db: Db, change: Change): void {
  if (change.op === 'merge_conversation') return mergeConversation(db, change);
  const { table, key, name } = KEYS[change.table];
  if (change.op === 'insert') {
    db.insert(table).values(change.row).run();
    return;
  }
  const id = (change.row as unknown as Record<string, string>)[name];
  const { changes } = db
    .update(table)
    .set({ ...change.set, version: change.row.version + 1 })
    .where(and(eq(key, id), eq(table.version, change.row.version)))
    .run();
  if (changes !== 1)
    throw new StaleRow(`${change.table} ${id} is no longer at version ${change.row.version}`);
}

function mergeConversation(
  db: Db,
  { from, into, at }: Extract<Change, { op: 'merge_conversation' }>,
): void {
  const {
    conversationAliases,
    conversations,
    messageAnchors,
    deliveryJobs,
    instructions,
    approvals,
  } = schema;
  // An anchor both have is kept once: the instructions of the other copy follow it, after its own.
  db.run(sql`
    update instructions set
      anchor_id = twin.into_id,
      position = position + 1 + (select coalesce(max(position), -1) from instructions as kept where kept.anchor_id = twin.into_id)
    from (select f.anchor_id as from_id, i.anchor_id as into_id from message_anchors f
      join message_anchors i on i.assistant_message_id = f.assistant_message_id and i.conversation_key = ${into}
      where f.conversation_key = ${from}) as twin
    where instructions.anchor_id = twin.from_id`);
  db.run(sql`
    delete from message_anchors where conversation_key = ${from}
      and assistant_message_id in (select assistant_message_id from message_anchors where conversation_key = ${into})`);
  for (const table of [
    messageAnchors,
    deliveryJobs,
    instructions,
    approvals,
    conversationAliases,
  ]) {
    db.update(table).set({ conversationKey: into }).where(eq(table.conversationKey, from)).run();
  }
  db.delete(conversations).where(eq(conversations.conversationKey, from)).run();
  db.insert(conversationAliases)
    .values({ aliasKey: from, conversationKey: into, createdAt: at, version: 1 })
    .run();
}

function queueFrame(db: Db, { clientId, frame }: OutgoingFrame): void {
  const { clients, outbox } = schema;
  const client = db
    .update(clients)
    .set({ lastSentSeq: sql`${clients.lastSentSeq} + 1`, version: sql`${clients.version} + 1` })
    .where(eq(clients.clientId, clientId))
    .returning({ seq: clients.lastSentSeq })
    .get();
  if (client === undefined) throw new StaleRow(`client ${clientId} is gone`);
  const { seq } = client;
  const frameJson = JSON.stringify({ v: PROTOCOL_VERSION, id: `c${seq}`, seq, ...frame });
  db.insert(outbox).values({ clientId, seq, frameJson, createdAt: Date.now() }).run();
}

function appendEvent(db: Db, { detail, ...event }: AuditEvent): void {
  db.insert(schema.events)
    .values({ ...event, detailJson: JSON.stringify(detail) })
    .run();
}

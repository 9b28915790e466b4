import { and, eq, sql } from 'drizzle-orm';

import { PROTOCOL_VERSION } from '../../../../shared/protocol/index.ts';
import {
  type AuditEvent,
  type Change,
  forgetFrames,
  type OutgoingFrame,
  type Plan,
  replaceFrames,
  type RowChange,
  type WaitingFrame,
} from '../../engine/plan.ts';
import type { GivenTo } from '../../engine/handle.ts';
import type { Db } from './open-database.ts';
import { preparedQuery } from './prepared-query.ts';
import { rowStatementsOf } from './row-statements.ts';
import { clients, events, outbox } from './tables.ts';
import type { SqliteImplementation, TableImplementation } from './sqlite-implementation.ts';
import { searchIndexOf, type SearchText } from './search-index.ts';
import { workingSetOf } from './working-set.ts';

/** A row moved on between the decision and its commit. The step keeps nothing. */
export class StaleRow extends Error {}

/** Writes a plan inside the transaction under way. Throws, for the caller to roll back, when any part does not fit. */
export function commitPlan(
  db: Db,
  parts: Pick<SqliteImplementation, 'tables' | 'changes' | 'merging' | 'unlisted'>,
  { changes, frames, events }: Plan,
  now: number,
): void {
  for (const change of changes) {
    if (change.op === 'special') commitSpecial(db, parts, change);
    else commitRow(db, parts, change);
  }
  for (const frame of frames) queueFrame(db, frame, now);
  for (const event of events) appendEvent(db, event);
}

type Fields = Readonly<Record<string, unknown>>;
type AnyRow = { readonly version: number } & Fields;

function commitRow(
  db: Db,
  { tables }: Pick<SqliteImplementation, 'tables'>,
  change: RowChange,
): void {
  const part = tables[change.table] as unknown as TableImplementation<AnyRow> | undefined;
  if (part === undefined) throw new Error(`No feature keeps the table ${change.table}.`);
  const { table, key, name } = part;
  const rows = rowStatementsOf(db.$client);
  const row = change.row as unknown as AnyRow;
  const index = (text: SearchText): void => searchIndexOf(db.$client).put(text);
  if (change.op === 'insert') {
    rows.insert(table, { ...row });
    workingSetOf(db)?.inserted(table, name, row);
    if (part.searchable !== undefined) index(part.searchable(row));
    return;
  }
  const id = String(row[name]);
  const at = { key, id, version: row.version };
  const found =
    change.op === 'remove' ? rows.remove(table, at) : rows.update(table, at, change.set as Fields);
  if (change.op === 'update' && part.searchable !== undefined) {
    const text = part.searchable({ ...row, ...change.set });
    if (text.text !== part.searchable(row).text) index(text);
  }
  if (found !== 1)
    throw new StaleRow(`${change.table} ${id} is no longer at version ${row.version}`);
  // What hangs on a row goes with it, or takes its new key.
  if (change.op === 'remove' || name in change.set) workingSetOf(db)?.forget();
  else workingSetOf(db)?.updated(table, name, row, change.set as Fields);
}

function commitSpecial(
  db: Db,
  { changes, merging, unlisted }: Pick<SqliteImplementation, 'changes' | 'merging' | 'unlisted'>,
  { change: id, with: given }: Exclude<Change, RowChange>,
): void {
  const make = FRAME_CHANGES[id] ?? changes[id];
  if (make === undefined) throw new Error(`No feature makes the change ${id}.`);
  make(db, given as never, { merging });
  if (!(id in FRAME_CHANGES) && !unlisted.has(id)) workingSetOf(db)?.forget();
}

const nextSeq = preparedQuery((db) =>
  db
    .update(clients)
    .set({
      lastSentSeq: sql`${clients.lastSentSeq} + 1`,
      version: sql`${clients.version} + 1`,
    })
    .where(eq(clients.clientId, sql.placeholder('clientId')))
    .returning({ seq: clients.lastSentSeq })
    .prepare(),
);

function queueFrame(db: Db, { clientId, frame, insteadOf }: OutgoingFrame, now: number): void {
  const client = nextSeq(db).get({ clientId });
  if (client === undefined) throw new StaleRow(`client ${clientId} is gone`);
  const { seq } = client;
  workingSetOf(db)?.updated(clients, 'clientId', { clientId }, { lastSentSeq: seq });
  if (insteadOf !== undefined) {
    const about = 'job_id' in insteadOf ? insteadOf.job_id : insteadOf.call_id;
    const { type } = insteadOf;
    for (const waiting of waitingAbout(db).all({ clientId, type, about }))
      replaceFrame(db, { clientId, seq: waiting.seq, frame });
  }
  const frameJson = numbered(seq, frame);
  rowStatementsOf(db.$client).insert(outbox, { clientId, seq, frameJson, createdAt: now });
}

const waitingAbout = preparedQuery((db) =>
  db
    .select({ seq: outbox.seq })
    .from(outbox)
    .where(
      and(
        eq(outbox.clientId, sql.placeholder('clientId')),
        sql`json_extract(${outbox.frameJson}, '$.type') = ${sql.placeholder('type')}`,
        sql`coalesce(json_extract(${outbox.frameJson}, '$.job_id'), json_extract(${outbox.frameJson}, '$.call_id')) = ${sql.placeholder('about')}`,
      ),
    )
    .prepare(),
);

/** The changes of the store's own tables. */
const FRAME_CHANGES: SqliteImplementation['changes'] = {
  [forgetFrames.id](db, { clientId }: GivenTo<typeof forgetFrames>) {
    db.delete(outbox)
      .where(clientId === null ? undefined : eq(outbox.clientId, clientId))
      .run();
  },
  [replaceFrames.id](db, { frames }: GivenTo<typeof replaceFrames>) {
    for (const waiting of frames) replaceFrame(db, waiting);
  },
};

function replaceFrame(db: Db, { clientId, seq, frame }: WaitingFrame): void {
  db.update(outbox)
    .set({ frameJson: numbered(seq, frame) })
    .where(and(eq(outbox.clientId, clientId), eq(outbox.seq, seq)))
    .run();
}

function numbered(seq: number, frame: OutgoingFrame['frame']): string {
  return JSON.stringify({ v: PROTOCOL_VERSION, id: `c${seq}`, seq, ...frame });
}

function appendEvent(db: Db, { detail, ...event }: AuditEvent): void {
  const line = { ...event, detailJson: JSON.stringify(detail) };
  rowStatementsOf(db.$client).insert(events, line);
}

import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import Database from 'better-sqlite3';
import { eq, getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';

import { seededRandom } from '../../../../chaos/schedule/seeded-random.ts';
import { SQLITE_PARTS } from '../../../../conductor/src/features.ts';
import * as actions from '../../../../conductor/src/features/heart/actions/tables.sqlite.ts';
import * as agents from '../../../../conductor/src/features/minds/agents/tables.sqlite.ts';
import * as bindings from '../../../../conductor/src/features/heart/lineage/bindings/tables.sqlite.ts';
import * as conversations from '../../../../conductor/src/features/heart/conversations/tables.sqlite.ts';
import * as deliveries from '../../../../conductor/src/features/heart/deliveries/tables.sqlite.ts';
import * as policy from '../../../../conductor/src/features/heart/policy/tables.sqlite.ts';
import * as sessions from '../../../../conductor/src/features/heart/lineage/sessions/tables.sqlite.ts';
import {
  type Change,
  insert,
  plan,
  remove,
  update,
} from '../../../../conductor/src/engine/plan.ts';
import type { Step } from '../../../../conductor/src/engine/step.ts';
import { openDatabase } from '../../../../conductor/src/stores/sqlite/open-database.ts';
import { type RowList, rowOf, rowsOf } from '../../../../conductor/src/stores/sqlite/row-list.ts';
import type { TableImplementation } from '../../../../conductor/src/stores/sqlite/sqlite-implementation.ts';
import { createStepStore } from '../../../../conductor/src/stores/sqlite/step-store.ts';
import { conversationKey } from '../../../../shared/model/conversation-key.ts';
import { anchor, approval, conversation, instruction, job } from '../../../kit/plain-rows.ts';
import { tempDir } from '../../../kit/running-conductor.ts';
import {
  CONVERSATIONS,
  MESSAGE_ANCHORS,
} from '../../../../conductor/src/features/heart/conversations/rows.ts';
import { INSTRUCTIONS, APPROVALS } from '../../../../conductor/src/features/heart/actions/rows.ts';
import { DELIVERY_JOBS } from '../../../../conductor/src/features/heart/deliveries/rows.ts';
import {
  deleteConversation,
  mergeConversation,
} from '../../../../conductor/src/features/heart/conversations/changes.ts';

const { anchorById, conversationByKey } = conversations;

const { jobById } = deliveries;

const { approvalsAbout, instructionById } = actions;

/** How many steps are tried, about. */
const STEPS = Number(process.env['BATON_STEPS'] ?? 400);

const NAMES = ['a', 'b'] as const;

const keyOf = (name: string) =>
  conversationKey({ platform: 'chatgpt', remote_conversation_id: name });

type Db = ReturnType<typeof openDatabase>;

/** Returns the changes of one step; null: it fails after it has written. */
type Decide = (db: Db) => readonly Change[] | null;

interface Draw {
  readonly key: ReturnType<typeof keyOf>;
  readonly other: ReturnType<typeof keyOf> | null;
  /** Ids in the conversation: a reply, an action of that reply, a delivery. */
  readonly ids: { readonly reply: string; readonly action: string; readonly job: string };
  readonly at: number;
  readonly text: string;
  readonly status: 'pending' | 'acked' | 'failed' | 'finalized';
}

const draw: fc.Arbitrary<Draw> = fc
  .record({
    name: fc.constantFrom(...NAMES),
    other: fc.option(fc.constantFrom(...NAMES)),
    at: fc.nat(1),
    text: fc.constantFrom('', 'words', 'a lone \uD800 surrogate', 'a\u0000b', '汉字'),
    status: fc.constantFrom('pending', 'acked', 'failed', 'finalized'),
  })
  .map(({ name, other, ...rest }) => ({
    ...rest,
    key: keyOf(name),
    other: other === null ? null : keyOf(other),
    ids: { reply: `r-${name}`, action: `r-${name}.${rest.at}`, job: `j-${name}-${rest.at}` },
  }));

/** Changes an existing row; there is nothing to change where there is none. */
const changing =
  <Row>(list: RowList<Row>, id: string, change: (row: Row) => Change): Decide =>
  (db) => {
    const row = rowOf(db, list, id);
    return row === null ? [] : [change(row)];
  };

/** Adds a row, where there is none yet. */
const adding =
  (list: RowList, id: string, change: Change): Decide =>
  (db) =>
    rowOf(db, list, id) === null ? [change] : [];

const common: readonly ((drawn: Draw) => Decide)[] = [
  ({ key, text, other }) => {
    const row = conversation(key, { title: text, parentKey: other });
    return adding(conversationByKey as RowList, key, insert(CONVERSATIONS, row));
  },
  ({ key, ids, text }) => {
    const row = { ...anchor(ids.reply, key), rawText: text, chain: ['x'] };
    return adding(anchorById as RowList, ids.reply, insert(MESSAGE_ANCHORS, row));
  },
  ({ key, ids, at }) => {
    const row = { ...instruction(ids.reply, at, key), status: 'pending' as const };
    return adding(instructionById as RowList, ids.action, insert(INSTRUCTIONS, row));
  },
  ({ key, ids, at }) => {
    const row = { ...approval(ids.action, key), expiresAt: at };
    return adding(approvalsAbout as RowList, ids.action, insert(APPROVALS, row));
  },
  ({ key, ids, text }) => {
    const row = { ...job(ids.job, key), messageText: text };
    return adding(jobById as RowList, ids.job, insert(DELIVERY_JOBS, row));
  },
  ({ key, other, text }) =>
    changing(conversationByKey, key, (row) =>
      update(CONVERSATIONS, row, { title: text, parentKey: other }),
    ),
  ({ ids, status, at }) =>
    changing(jobById, ids.job, (row) =>
      update(DELIVERY_JOBS, row, {
        status,
        dismissedAt: at === 0 ? null : at,
        finalAnchorId: status === 'finalized' ? ids.reply : null,
      }),
    ),
  ({ ids, status }) =>
    changing(approvalsAbout, ids.action, (row) =>
      update(APPROVALS, row, { decision: status === 'pending' ? 'open' : 'denied' }),
    ),
];

const seldom: readonly ((drawn: Draw) => Decide)[] = [
  // It has moved on since.
  ({ ids }) =>
    changing(jobById, ids.job, (row) =>
      update(DELIVERY_JOBS, { ...row, version: row.version + 1 }, { dueAt: 1 }),
    ),
  ({ key, text }) =>
    (db) => {
      const row = rowOf(db, conversationByKey, key);
      return row === null ? null : [update(CONVERSATIONS, row, { title: text }), UNKNOWN];
    },
  ({ ids }) => changing(jobById, ids.job, (row) => remove(DELIVERY_JOBS, row)),
  ({ key }) =>
    () => [deleteConversation({ conversationKey: key })],
  ({ key, other }) =>
    (db) =>
      other === null ||
      other === key ||
      [key, other].some((one) => rowOf(db, conversationByKey, one) === null)
        ? []
        : [mergeConversation({ from: key, into: other, at: 1 })],
];

/** A change that cannot be made. */
const UNKNOWN = { op: 'no_such_change' } as never as Change;

const LISTS = [actions, agents, bindings, conversations, deliveries, policy, sessions]
  .flatMap((module): unknown[] => Object.values(module))
  .filter((one): one is RowList => typeof one === 'object' && one !== null && 'read' in one);

const VALUES = [
  null,
  ...NAMES.flatMap((of) => [
    keyOf(of),
    `local-${of}`,
    `r-${of}`,
    ...[0, 1].flatMap((at) => [`r-${of}.${at}`, `j-${of}-${at}`]),
  ]),
];

/** Tables with a row list, of whose rows a test needs to say nothing else than what their columns take. */
const OTHERS = Object.entries(SQLITE_PARTS.tables).filter(
  ([name, { table }]) =>
    LISTS.some((list) => list.table === table) &&
    !['conversations', 'messageAnchors', 'instructions', 'approvals', 'deliveryJobs'].includes(
      name,
    ),
) as unknown as readonly (readonly [
  string,
  TableImplementation<Readonly<Record<string, never>>>,
])[];

/** Adds, changes or removes a row of one of the other tables at random. */
const otherwise = fc
  .tuple(fc.constantFrom(...OTHERS), fc.nat())
  .map(([[name, { table, key }], seed]): Decide => (db) => {
    const random = seededRandom(seed);
    const value = (column: SQLiteColumn): unknown => {
      if (!column.notNull && random.chance(0.3)) return null;
      if (column.enumValues !== undefined) return random.pick(column.enumValues as [string]);
      if (column.dataType === 'string') return random.pick(VALUES.slice(1) as [string]);
      if (column.dataType === 'number') return random.int(0, 2);
      return column.dataType === 'boolean' ? random.chance(0.5) : [random.int(0, 2)];
    };
    const drawn = Object.fromEntries(
      Object.entries(getTableColumns(table))
        .filter(([field]) => field !== 'spaceId')
        .map(([field, column]) => [field, field === 'version' ? 1 : value(column)]),
    );
    const keyField = Object.entries(getTableColumns(table)).find(([, one]) => one === key)?.[0];
    const id = drawn[keyField ?? ''];
    const row = db.select().from(table).where(eq(key, id)).get() as never;
    if (row === undefined) return [insert(name as never, drawn as never)];
    if (random.chance(0.1)) return [remove(name as never, row)];
    const fields = Object.keys(drawn).filter((one) => one !== keyField && one !== 'version');
    const field = random.pick(fields as [string]);
    return [update(name as never, row, { [field]: drawn[field] } as never)];
  });

const decide = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.tuple(draw, fc.constantFrom(...common)).map(([drawn, make]) => make(drawn)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(draw, fc.constantFrom(...seldom)).map(([drawn, make]) => make(drawn)),
  },
  { weight: 12, arbitrary: otherwise },
);

function openStore(file: string) {
  const db = openDatabase(file);
  // Nothing here is about what survives.
  db.$client.pragma('synchronous = OFF');
  const store = createStepStore(db, SQLITE_PARTS, { now: () => 1, effects: () => undefined });
  onTestFinished(() => store.close());
  const step = (make: Decide): Step<null, Record<never, never>, null> => ({
    name: 'change',
    load: () => ({}),
    decide: () => ({ plan: plan({ changes: make(db) ?? [UNKNOWN] }), outcome: null }),
  });
  return { db, run: (make: Decide) => store.run(step(make), null) };
}

function expectAgreement(db: Db): void {
  for (const list of LISTS)
    for (const value of VALUES) {
      const [held, read] = [rowsOf(db, list, value), list.read(db, value)];
      if (!isDeepStrictEqual(sorted(held), sorted(read)))
        expect(held, `${getTableName(list.table)} by ${list.field}`).toEqual(read);
    }
}

/** Rows are the same whatever the order of their fields. */
function sorted(rows: readonly unknown[]): unknown[] {
  return rows.map((row) => Object.entries(row as object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

it(
  'the working set holds what the database does, whatever is written, fails or is written by others',
  async () => {
    const file = join(tempDir(), 'baton.db');
    const { db, run } = openStore(file);
    const other = new Database(file);
    onTestFinished(() => void other.close());
    const batch = fc.oneof(
      { weight: 9, arbitrary: fc.array(decide, { minLength: 1, maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constant('elsewhere' as const) },
    );
    let kept = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 12 }), async (batches) => {
        for (const steps of batches) {
          if (steps === 'elsewhere') {
            other.exec(`update conversations set title = 'by another', version = version + 1`);
            await run(() => []);
          } else {
            const told = await Promise.allSettled(steps.map(run));
            kept += told.filter(({ status }) => status === 'fulfilled').length;
            refused += told.filter(({ status }) => status === 'rejected').length;
          }
          expectAgreement(db);
        }
      }),
      { numRuns: Math.ceil(STEPS / 15) },
    );
    // Both happen often, or this proves nothing.
    expect(kept).toBeGreaterThan(STEPS / 4);
    expect(refused).toBeGreaterThan(STEPS / 100);
  },
  STEPS * 200,
);

it('a step that asks again gets the very row, without a query', async () => {
  const { db, run } = openStore(join(tempDir(), 'baton.db'));
  await run(() => [insert(CONVERSATIONS, conversation())]);
  const first = rowOf(db, conversationByKey, conversation().conversationKey);
  expect(rowOf(db, conversationByKey, conversation().conversationKey)).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
});

it('what is not asked for again makes room for what is', async () => {
  const { db, run } = openStore(join(tempDir(), 'baton.db'));
  const title = 'x'.repeat(500_000);
  const keys = Array.from({ length: 40 }, (_, at) => keyOf(`long-${at}`));
  const held = (key = keyOf('')) => rowOf(db, conversationByKey, key);
  for (const key of keys) await run(() => [insert(CONVERSATIONS, conversation(key, { title }))]);
  const [busy, idle, ...others] = keys;
  const [busyRow, idleRow] = [held(busy), held(idle)];
  for (const key of others) {
    held(key);
    expect(held(busy)).toBe(busyRow);
  }
  expect(held(idle)).not.toBe(idleRow);
  expect(held(idle)).toEqual(idleRow);
});

it('a store can do without', () => {
  const db = openDatabase(join(tempDir(), 'baton.db'));
  const off = { now: () => 1, workingSet: false, effects: () => undefined };
  const store = createStepStore(db, SQLITE_PARTS, off);
  onTestFinished(() => store.close());
  const ask = () => rowsOf(db, conversationByKey, 'none');
  expect(ask()).toEqual([]);
  expect(ask()).not.toBe(ask());
});

import {
  type ExtensionBusinessFrame,
  PROTOCOL_VERSION,
  type Unsent,
} from '../../../shared/protocol/index.ts';
import type { Database } from './database.ts';
import {
  type Meta,
  type RowChanges,
  type Rows,
  TABLE_NAMES,
  type TableKey,
  type TableName,
  type Tables,
} from './tables.ts';

/** Every row, by key. RAM is a copy of what is on disk, never ahead of it. */
export type View = { readonly [K in TableName]: ReadonlyMap<TableKey<K>, Tables[K]> };

/** A frame without its `seq`, which the outbox gives it. */
export type UnsentFrame = Unsent<ExtensionBusinessFrame>;

/** Decision of a step. Rows, frames and the acknowledged `seq` become durable together. */
export interface Change {
  readonly put?: RowChanges['put'];
  readonly remove?: RowChanges['remove'];
  /** Frames for the conductor, in order. They get their `seq` here and stay until it acks them. */
  readonly send?: readonly UnsentFrame[];
  /** The conductor's frame whose effect this is. */
  readonly received_seq?: number;
}

/** Decision of a step, and the answer to its caller once that is durable. */
export interface Plan<T> {
  readonly change: Change;
  readonly answer: T;
}

/**
 * The one way to change durable state: *decide* (pure, synchronous, on the rows as they are) ▸ *commit* (one
 * transaction) ▸ answer. Steps run one after another, so a decision never sees another's half.
 */
export interface RowStore {
  readonly view: View;
  /** Resolves when the change is on disk. A `decide` that throws changes nothing. */
  step<T>(decide: (view: View) => Plan<T>): Promise<T>;
  /** Called after every committed change. */
  onCommit(listener: () => void): void;
}

/** Reads all rows of the database. */
export async function openRowStore(
  database: Database,
  makeId: () => string,
  makeHmacKey: () => string,
): Promise<RowStore> {
  const view = viewOf(await database.load());
  const listeners: (() => void)[] = [];
  let last: Promise<unknown> = Promise.resolve();

  async function run<T>(decide: (view: View) => Plan<T>): Promise<T> {
    const plan = decide(view);
    const changes = numbered(plan.change, metaOf(view), makeId);
    if (isEmpty(changes)) return plan.answer;
    await database.commit(changes);
    apply(view, changes);
    for (const listener of listeners) listener();
    return plan.answer;
  }

  function step<T>(decide: (view: View) => Plan<T>): Promise<T> {
    const result = last.then(() => run(decide));
    // The next step runs whatever became of this one; its caller hears of the fault through `result`.
    last = result.catch(() => undefined);
    return result;
  }

  if (!view.meta.has('meta')) {
    const meta: Meta = {
      name: 'meta',
      hmac_key: makeHmacKey(),
      pairing: null,
      out_seq: 0,
      in_seq: 0,
    };
    const first: RowChanges = { put: { meta: [meta] }, remove: {} };
    await database.commit(first);
    apply(view, first);
  }
  return { view, step, onCommit: (listener) => listeners.push(listener) };
}

/** The one row of `meta`. */
export function metaOf(view: Pick<View, 'meta'>): Meta {
  const meta = view.meta.get('meta');
  if (meta === undefined) throw new Error('The store was read before it was opened.');
  return meta;
}

type MutableView = { readonly [K in TableName]: Map<TableKey<K>, Tables[K]> };

const KEY_OF: { readonly [K in TableName]: (row: Tables[K]) => TableKey<K> } = {
  meta: (row) => row.name,
  runtimes: (row) => row.runtime_key,
  bindings: (row) => row.platform,
  templates: (row) => row.template_key,
  attempts: (row) => row.attempt_id,
  outbox: (row) => row.seq,
  conversations: (row) => row.key,
  replies: (row) => row.key,
  held: (row) => row.resource_id,
  calls: (row) => row.call_id,
  grants: (row) => row.grant_id,
  offers: (row) => row.offer_id,
};

function viewOf(rows: Rows): MutableView {
  return {
    meta: byKey('meta', rows.meta),
    runtimes: byKey('runtimes', rows.runtimes),
    bindings: byKey('bindings', rows.bindings),
    templates: byKey('templates', rows.templates),
    attempts: byKey('attempts', rows.attempts),
    outbox: byKey('outbox', rows.outbox),
    conversations: byKey('conversations', rows.conversations),
    replies: byKey('replies', rows.replies),
    held: byKey('held', rows.held),
    calls: byKey('calls', rows.calls),
    grants: byKey('grants', rows.grants),
    offers: byKey('offers', rows.offers),
  };
}

function byKey<K extends TableName>(
  table: K,
  rows: readonly Tables[K][],
): Map<TableKey<K>, Tables[K]> {
  return new Map(rows.map((row) => [KEY_OF[table](row), row]));
}

/** Gives the frames their place in the outbox, and moves the counters in the same change. */
function numbered(change: Change, meta: Meta, makeId: () => string): RowChanges {
  const put = change.put ?? {};
  const remove = change.remove ?? {};
  const frames = change.send ?? [];
  if (frames.length === 0 && change.received_seq === undefined) return { put, remove };
  const base = put.meta?.[0] ?? meta;
  const outbox = frames.map((frame, index): ExtensionBusinessFrame => ({
    ...frame,
    v: PROTOCOL_VERSION,
    id: makeId(),
    seq: base.out_seq + index + 1,
  }));
  const next: Meta = {
    ...base,
    out_seq: base.out_seq + frames.length,
    in_seq: Math.max(base.in_seq, change.received_seq ?? 0),
  };
  return { put: { ...put, meta: [next], outbox: [...(put.outbox ?? []), ...outbox] }, remove };
}

function isEmpty({ put, remove }: RowChanges): boolean {
  return TABLE_NAMES.every((table) => !put[table]?.length && !remove[table]?.length);
}

function apply(view: MutableView, { put, remove }: RowChanges): void {
  for (const table of TABLE_NAMES) applyTo(view, table, put[table], remove[table]);
}

function applyTo<K extends TableName>(
  view: MutableView,
  table: K,
  put: readonly Tables[K][] | undefined,
  remove: readonly TableKey<K>[] | undefined,
): void {
  const rows = view[table];
  for (const key of remove ?? []) rows.delete(key);
  for (const row of put ?? []) rows.set(KEY_OF[table](row), row);
}

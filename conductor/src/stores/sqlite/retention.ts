import { isLocked, isOfTheMachine } from './commit-faults.ts';
import type { Db } from './open-database.ts';
import { whenUnlocked } from './when-unlocked.ts';

/** Rows that are older than these times (epoch ms) are deleted; null keeps all. */
export interface Cutoffs {
  readonly events: number | null;
  readonly messages: number | null;
  readonly jobs: number | null;
  /** Cutoff for runs, by when they ended. */
  readonly runs: number | null;
  readonly artifacts: number | null;
}

/** How many rows are deleted, by kind. */
export interface Forgotten {
  readonly events: number;
  readonly messages: number;
  readonly jobs: number;
  readonly runs: number;
  readonly artifacts: number;
}

/** Rows of one delete: short enough that nobody waits for it. */
const BATCH = 500;

/** Open work is never forgotten, nor the message a conversation continues from. */
const KINDS = {
  events: { table: 'events', key: 'event_id', old: 'at < ?', order: 'event_id' },
  messages: {
    table: 'message_anchors',
    key: 'anchor_id',
    old: `observed_at < ?
      and not exists (select 1 from conversations c where c.conversation_key = message_anchors.conversation_key
        and c.latest_assistant_message_id = message_anchors.assistant_message_id)
      and not exists (select 1 from instructions i where i.anchor_id = message_anchors.anchor_id
        and i.status not in ('succeeded', 'failed'))`,
    order: 'observed_at',
  },
  turns: { table: 'user_turns', key: 'turn_id', old: 'observed_at < ?', order: 'observed_at' },
  words: { table: 'foreign_words', key: 'rowid', old: 'at < ?', order: 'at' },
  jobs: {
    table: 'delivery_jobs',
    key: 'job_id',
    old: "finished_at < ? and status in ('finalized', 'failed')",
    order: 'created_at',
  },
  calls: {
    table: 'resource_calls',
    key: 'call_id',
    old: "finished_at < ? and status in ('succeeded', 'failed', 'unknown')",
    order: 'created_at',
  },
  runs: {
    table: 'runs',
    key: 'run_id',
    old: "ended_at < ? and status in ('finished', 'stopped', 'failed')",
    order: 'ended_at',
  },
  artifacts: {
    table: 'artifacts',
    key: 'artifact_id',
    old: 'created_at < ?',
    order: 'created_at',
  },
} as const;

type Kind = keyof typeof KINDS;

/** How many rows `forget` would delete. */
export function countOld(db: Db, cutoffs: Cutoffs): Forgotten {
  const count = (kind: Kind, cutoff: number | null): number => {
    if (cutoff === null) return 0;
    const { table, old } = KINDS[kind];
    const row = db.$client
      .prepare<[number], { n: number }>(`select count(*) as n from ${table} where ${old}`)
      .get(cutoff);
    return row?.n ?? 0;
  };
  return {
    events: count('events', cutoffs.events),
    messages: count('messages', cutoffs.messages) + count('turns', cutoffs.messages),
    jobs: count('jobs', cutoffs.jobs) + count('calls', cutoffs.jobs),
    runs: count('runs', cutoffs.runs),
    artifacts: count('artifacts', cutoffs.artifacts),
  };
}

/** Called with each row that could not be deleted; the others are. */
export type OnKept = (table: string, id: string | number, cause: unknown) => void;

/** Deletes old rows in small transactions, with a turn of the event loop between them. */
export async function forgetOld(db: Db, cutoffs: Cutoffs, onKept: OnKept): Promise<Forgotten> {
  const old = (kind: Kind, cutoff: number | null) => forget(db, kind, cutoff, onKept);
  // They go with the texts they stand in, and count with them.
  await old('words', cutoffs.messages);
  return {
    events: await old('events', cutoffs.events),
    messages: (await old('messages', cutoffs.messages)) + (await old('turns', cutoffs.messages)),
    jobs: (await old('jobs', cutoffs.jobs)) + (await old('calls', cutoffs.jobs)),
    runs: await old('runs', cutoffs.runs),
    artifacts: await old('artifacts', cutoffs.artifacts),
  };
}

async function forget(db: Db, kind: Kind, cutoff: number | null, onKept: OnKept): Promise<number> {
  if (cutoff === null) return 0;
  const batches = forgetInBatches(db, kind, onKept);
  let total = 0;
  for (let more = true; more;) {
    const batch = await batches(cutoff);
    total += batch.forgotten;
    ({ more } = batch);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return total;
}

interface Batch {
  readonly forgotten: number;
  /** true: it was a whole batch. */
  readonly more: boolean;
}

/** Each call forgets a batch of what is older, and leaves out rows that could not be forgotten before. */
function forgetInBatches(db: Db, kind: Kind, onKept: OnKept): (cutoff: number) => Promise<Batch> {
  const { table, key, old, order } = KINDS[kind];
  const kept: (string | number)[] = [];
  const select = db.$client.prepare<[number, string, number], { id: string | number }>(
    `select ${key} as id from ${table} where ${old} and ${key} not in (select value from json_each(?))
     order by ${order} limit ?`,
  );
  const remove = db.$client.prepare<[string]>(
    `delete from ${table} where ${key} in (select value from json_each(?))`,
  );
  const forgetRows = db.$client.transaction((ids: readonly (string | number)[]) => {
    const list = JSON.stringify(ids);
    if (kind === 'messages' || kind === 'turns') forgetWords(db, list);
    return remove.run(list).changes;
  });

  const forgetNow = (ids: readonly (string | number)[]): Promise<number> =>
    whenUnlocked(() => forgetRows.immediate(ids));

  return async (cutoff) => {
    const ids = select.all(cutoff, JSON.stringify(kept), BATCH).map((row) => row.id);
    const more = ids.length === BATCH;
    try {
      return { forgotten: await forgetNow(ids), more };
    } catch (cause) {
      if (isNoRows(cause)) throw cause;
    }
    let forgotten = 0;
    for (const id of ids) {
      try {
        forgotten += await forgetNow([id]);
      } catch (cause) {
        if (isNoRows(cause)) throw cause;
        kept.push(id);
        onKept(table, id, cause);
      }
    }
    return { forgotten, more };
  };
}

/** The machine failed, or another program held the lock for too long. */
function isNoRows(cause: unknown): boolean {
  return isOfTheMachine(cause) || isLocked(cause);
}

function forgetWords(db: Db, refIds: string): void {
  const which = 'select id from searchable where ref_id in (select value from json_each(?))';
  db.$client.prepare<[string]>(`delete from message_search where rowid in (${which})`).run(refIds);
  db.$client.prepare<[string]>(`delete from searchable where id in (${which})`).run(refIds);
}

/** The time of the newest event (epoch ms); null if there is none. */
export function newestEventAt(db: Db): number | null {
  const newest = db.$client.prepare<[], { at: number }>(
    'select at from events order by event_id desc limit 1',
  );
  return newest.get()?.at ?? null;
}

/** Deletes the stored responses of requests from before that time (epoch ms). */
export async function forgetIdempotencyKeys(db: Db, before: number): Promise<void> {
  const forgetting = db.$client.prepare<[number]>(
    'delete from idempotency_keys where created_at < ?',
  );
  await whenUnlocked(() => forgetting.run(before));
}

/** Bytes of the pages that are in use. */
export function usedBytes(db: Db): number {
  const one = (pragma: string): number => Number(db.$client.pragma(pragma, { simple: true }));
  return (one('page_count') - one('freelist_count')) * one('page_size');
}

/**
 * Deletes the oldest rows of every kind, a batch of each at a time, until the database is small enough or nothing is
 * left.
 */
export async function forgetDownTo(
  db: Db,
  maxBytes: number,
  now: number,
  onKept: OnKept,
): Promise<Forgotten> {
  const total = { events: 0, messages: 0, jobs: 0, runs: 0, artifacts: 0 };
  const events = forgetInBatches(db, 'events', onKept);
  const messages = forgetInBatches(db, 'messages', onKept);
  const turns = forgetInBatches(db, 'turns', onKept);
  const jobs = forgetInBatches(db, 'jobs', onKept);
  const words = forgetInBatches(db, 'words', onKept);
  while (usedBytes(db) > maxBytes) {
    const batch = {
      events: (await events(now)).forgotten,
      messages: (await messages(now)).forgotten + (await turns(now)).forgotten,
      jobs: (await jobs(now)).forgotten,
    };
    await words(now);
    total.events += batch.events;
    total.messages += batch.messages;
    total.jobs += batch.jobs;
    if (batch.events + batch.messages + batch.jobs === 0) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return total;
}

/** Rebuilds the database file without unused space. Gives its bytes before and after. */
export async function vacuum(db: Db): Promise<{ readonly before: number; readonly after: number }> {
  const size = (): number =>
    Number(db.$client.pragma('page_count', { simple: true })) *
    Number(db.$client.pragma('page_size', { simple: true }));
  const before = size();
  await whenUnlocked(() => db.$client.exec('vacuum'));
  db.$client.pragma('wal_checkpoint(TRUNCATE)');
  return { before, after: size() };
}

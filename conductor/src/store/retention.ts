import type { Db } from './open-database.ts';
import { whenUnlocked } from './when-unlocked.ts';

/** What is older is forgotten; null keeps it. */
export interface Cutoffs {
  readonly events: number | null;
  readonly messages: number | null;
  readonly jobs: number | null;
  readonly artifacts: number | null;
}

export interface Forgotten {
  readonly events: number;
  readonly messages: number;
  readonly jobs: number;
  readonly artifacts: number;
}

/** Rows of one delete: short enough that nobody waits for it. */
const BATCH = 500;

/** Open work is never forgotten, nor the message a conversation goes on from. */
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
  words: { table: 'foreign_actions', key: 'rowid', old: 'at < ?', order: 'at' },
  jobs: {
    table: 'delivery_jobs',
    key: 'job_id',
    old: "finished_at < ? and status in ('finalized', 'failed')",
    order: 'created_at',
  },
  artifacts: {
    table: 'artifacts',
    key: 'artifact_id',
    old: 'created_at < ?',
    order: 'created_at',
  },
} as const;

type Kind = keyof typeof KINDS;

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
    jobs: count('jobs', cutoffs.jobs),
    artifacts: count('artifacts', cutoffs.artifacts),
  };
}

/** Forgets in small transactions, with a turn of the event loop between them. */
export async function forgetOld(db: Db, cutoffs: Cutoffs): Promise<Forgotten> {
  // They go with the texts they stand in, and count with them.
  await forget(db, 'words', cutoffs.messages);
  return {
    events: await forget(db, 'events', cutoffs.events),
    messages:
      (await forget(db, 'messages', cutoffs.messages)) +
      (await forget(db, 'turns', cutoffs.messages)),
    jobs: await forget(db, 'jobs', cutoffs.jobs),
    artifacts: await forget(db, 'artifacts', cutoffs.artifacts),
  };
}

async function forget(db: Db, kind: Kind, cutoff: number | null): Promise<number> {
  let total = 0;
  for (let more = cutoff !== null; more && cutoff !== null;) {
    const changes = await forgetBatch(db, kind, cutoff);
    total += changes;
    more = changes === BATCH;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return total;
}

function forgetBatch(db: Db, kind: Kind, cutoff: number): Promise<number> {
  const { table, key, old, order } = KINDS[kind];
  const forgetting = db.$client.transaction(() => {
    const ids = db.$client
      .prepare<[number, number], { id: string | number }>(
        `select ${key} as id from ${table} where ${old} order by ${order} limit ?`,
      )
      .all(cutoff, BATCH);
    const list = JSON.stringify(ids.map((row) => row.id));
    if (kind === 'messages' || kind === 'turns') forgetWords(db, list);
    return db.$client
      .prepare<[string]>(`delete from ${table} where ${key} in (select value from json_each(?))`)
      .run(list).changes;
  });
  return whenUnlocked(() => forgetting.immediate());
}

function forgetWords(db: Db, refIds: string): void {
  const which = 'select id from searchable where ref_id in (select value from json_each(?))';
  db.$client.prepare<[string]>(`delete from message_search where rowid in (${which})`).run(refIds);
  db.$client.prepare<[string]>(`delete from searchable where id in (${which})`).run(refIds);
}

/** Keys of requests are answered again for a day. */
export async function forgetIdempotencyKeys(db: Db, before: number): Promise<void> {
  const forgetting = db.$client.prepare<[number]>(
    'delete from idempotency_keys where created_at < ?',
  );
  await whenUnlocked(() => forgetting.run(before));
}

/** Bytes of pages in use. */
export function usedBytes(db: Db): number {
  const one = (pragma: string): number => Number(db.$client.pragma(pragma, { simple: true }));
  return (one('page_count') - one('freelist_count')) * one('page_size');
}

/** Forgets the oldest of everything, a batch of each at a time, until the database is small enough or nothing is left. */
export async function forgetDownTo(db: Db, maxBytes: number, now: number): Promise<Forgotten> {
  const total = { events: 0, messages: 0, jobs: 0, artifacts: 0 };
  while (usedBytes(db) > maxBytes) {
    const batch = {
      events: await forgetBatch(db, 'events', now),
      messages: (await forgetBatch(db, 'messages', now)) + (await forgetBatch(db, 'turns', now)),
      jobs: await forgetBatch(db, 'jobs', now),
    };
    await forgetBatch(db, 'words', now);
    total.events += batch.events;
    total.messages += batch.messages;
    total.jobs += batch.jobs;
    if (batch.events + batch.messages + batch.jobs === 0) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return total;
}

export async function vacuum(db: Db): Promise<{ readonly before: number; readonly after: number }> {
  const size = (): number =>
    Number(db.$client.pragma('page_count', { simple: true })) *
    Number(db.$client.pragma('page_size', { simple: true }));
  const before = size();
  await whenUnlocked(() => db.$client.exec('vacuum'));
  db.$client.pragma('wal_checkpoint(TRUNCATE)');
  return { before, after: size() };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';

import type Database from 'better-sqlite3';
import { pino } from 'pino';

import { readConfig } from '../conductor/src/config.ts';
import { startConductor } from '../conductor/src/conductor.ts';
import { deliveriesQueries } from '../conductor/src/features/heart/deliveries/queries.sqlite.ts';
import { type Db, openDatabase } from '../conductor/src/stores/sqlite/open-database.ts';
import { mergeSegments } from '../conductor/src/stores/sqlite/search-index.ts';
import { SQLITE_PARTS } from '../conductor/src/features.ts';
import { createReader } from '../conductor/src/stores/sqlite/reader.ts';
import { fillStore, LIVE_KEYS, sampleIds } from './fill-store.ts';
import { median } from './median.ts';
import * as conversationsQueries from '../conductor/src/features/heart/conversations/queries.ts';
import * as deliveries from '../conductor/src/features/heart/deliveries/queries.ts';
import * as trail from '../conductor/src/features/desk/trail/queries.ts';

// Do lists, search, the choice of what to send and start-up cost the same when the store has grown a thousandfold?
// Prints a table, and ends with 1 when one costs more than the limit, or when a query reads a whole table.

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '1000000' },
    conversations: { type: 'string', default: '10000' },
    limit: { type: 'string', default: '2' },
  },
});
const LIMIT = Number(values.limit);
const RUNS = 60;
/** Under this nobody can tell: a request around it costs more. In microseconds. */
const FLOOR_US = 200;

const sizes = {
  small: { jobs: 1_000, conversations: 20 },
  large: { jobs: Number(values.jobs), conversations: Number(values.conversations) },
};

const dir = mkdtempSync(join(tmpdir(), 'baton-growth-'));

async function main(): Promise<boolean> {
  const stores = { small: await build('small'), large: await build('large') };
  const rows: Row[] = [];
  for (const name of Object.keys(stores.small.work)) {
    rows.push({ name, ...(await compare(name, stores.small, stores.large)) });
  }
  const scans = stores.large.scans();
  stores.small.db.$client.close();
  stores.large.db.$client.close();
  rows.push({ name: 'start-up', ...(await compareStarts()) });

  const { jobs, conversations } = sizes.large;
  console.log(
    `\n1,000 jobs against ${jobs.toLocaleString('en')} in ${conversations} conversations`,
  );
  console.table(
    Object.fromEntries(
      rows.map(({ name, small, large }) => [
        name,
        { 'small µs': small, 'large µs': large, ratio: Number(ratio(small, large).toFixed(2)) },
      ]),
    ),
  );
  for (const scan of scans) console.log(`reads a whole table: ${scan}`);
  const slow = rows.filter(({ small, large }) => ratio(small, large) > LIMIT);
  for (const { name } of slow) console.log(`${name}: more than ${LIMIT}× its cost`);
  return slow.length === 0 && scans.length === 0;
}

interface Row {
  readonly name: string;
  readonly small: number;
  readonly large: number;
}

function ratio(small: number, large: number): number {
  return Math.max(large, FLOOR_US) / Math.max(small, FLOOR_US);
}

interface Filled {
  readonly db: Db;
  readonly work: Readonly<Record<string, (run: number) => unknown>>;
  /** Queries of the work that read a table from end to end. */
  scans(): string[];
}

async function build(size: keyof typeof sizes): Promise<Filled> {
  const startedAt = performance.now();
  const db = openDatabase(join(dir, size, 'baton.db'));
  fillStore(db.$client, sizes[size]);
  // As every day brings it.
  await mergeSegments(db.$client);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`filled ${size}: ${sizes[size].jobs} jobs in ${seconds} s`);

  const asked = new Set<string>();
  const prepare = db.$client.prepare.bind(db.$client);
  Object.assign(db.$client, {
    prepare: (sql: string) => {
      asked.add(sql);
      return prepare(sql);
    },
  });
  const { one } = createReader(db, SQLITE_PARTS.queries);
  const ids = sampleIds(db.$client);
  const page = { limit: 10, after: null };
  /** A place in the middle, so that no page is the first. */
  const deep = {
    conversations: { limit: 10, after: ids.middleConversation },
    jobs: { limit: 10, after: ids.middleJob },
  };
  const at = <T>(list: readonly T[], run: number): T => list[run % list.length] as T;
  const work = {
    'list conversations': () => one(conversationsQueries.listedConversations({ page })),
    'list conversations, deep': () =>
      one(conversationsQueries.listedConversations({ page: deep.conversations })),
    'list conversations of a platform': () =>
      one(conversationsQueries.listedConversations({ platform: 'claude', page })),
    'list conversations of a mode': () =>
      one(conversationsQueries.listedConversations({ mode: 'auto', page })),
    'list conversations with a label': () =>
      one(conversationsQueries.listedConversations({ label: 'work', page })),
    'list jobs': () => one(deliveries.shownJobs({ page })),
    'list jobs, deep': () => one(deliveries.shownJobs({ page: deep.jobs })),
    'list failed jobs': () => one(deliveries.shownJobs({ status: 'failed', page })),
    'list jobs of a conversation': (run: number) =>
      one(deliveries.shownJobs({ conversation: at(ids.keys, run), page })),
    'list messages': (run: number) =>
      one(conversationsQueries.messages({ conversation: at(ids.keys, run), page })),
    'list events': () => one(trail.events({ types: [], page })),
    'list events of a conversation': (run: number) =>
      one(trail.events({ conversation: at(ids.keys, run), types: [], page })),
    'one conversation': (run: number) =>
      one(conversationsQueries.wholeConversation({ id: at(ids.keys, run) })),
    'one job': (run: number) => one(deliveries.shownJob({ jobId: at(ids.jobs, run) })),
    'search a rare word': () => one(conversationsQueries.search({ words: 'saffron', page })),
    'search a common word': () => one(conversationsQueries.search({ words: 'answer', page })),
    'search two words': () => one(conversationsQueries.search({ words: 'answer harbour', page })),
    'search in Chinese': () => one(conversationsQueries.search({ words: '整理笔记', page })),
    'search one conversation': (run: number) =>
      one(conversationsQueries.search({ words: 'answer', conversation: at(ids.keys, run), page })),
    'choose what to send': () =>
      deliveriesQueries.dispatchable(db, {
        open: [LIVE_KEYS],
        startable: ['chatgpt'],
        now: Date.now(),
        personSince: 0,
        except: [],
        limit: 100,
      }),
    'find what is overdue': () =>
      deliveriesQueries.overdue(db, { now: Date.now(), except: [], limit: 100 }),
    'find what another browser holds': () =>
      deliveriesQueries.leasedElsewhere(db, {
        clientIds: ['nobody'],
        open: [LIVE_KEYS],
        except: [],
        limit: 100,
      }),
    'show a conversation’s jobs': (run: number) =>
      deliveriesQueries.jobsToShow(db, { ref: at(ids.refs, run) }),
  };
  return {
    db,
    work,
    scans() {
      return [...asked].flatMap((sql) => scansOf(db.$client, sql));
    },
  };
}

/** Tables that stay small, rows chosen already where they are read, and the trail in its own order. */
const MAY_BE_READ_WHOLE =
  /^SCAN (json_each|canonical|events$|\(subquery|accounts|CONSTANT|message_search VIRTUAL)/;

function scansOf(client: Database.Database, sql: string): string[] {
  if (!/^\s*(select|with)/i.test(sql)) return [];
  const plan = client.prepare(`explain query plan ${sql}`);
  const unbound = Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => null);
  const steps = plan.all(...unbound) as { detail: string }[];
  return steps
    .map(({ detail }) => detail)
    .filter((detail) => detail.startsWith('SCAN') && !detail.includes(' USING '))
    .filter((detail) => !MAY_BE_READ_WHOLE.test(detail))
    .map((detail) => `${detail} in ${sql.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
}

/** Both in turn, so that what else the machine does falls on both. Medians, in microseconds. */
async function compare(
  name: string,
  small: Filled,
  large: Filled,
): Promise<{ small: number; large: number }> {
  const took = { small: [] as number[], large: [] as number[] };
  for (let run = -10; run < RUNS; run += 1) {
    for (const [size, filled] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const startedAt = performance.now();
      await filled.work[name]?.(Math.abs(run));
      if (run >= 0) took[size].push((performance.now() - startedAt) * 1_000);
    }
  }
  return { small: Math.round(median(took.small)), large: Math.round(median(took.large)) };
}

async function compareStarts(): Promise<{ small: number; large: number }> {
  const took = { small: [] as number[], large: [] as number[] };
  const nowhere = pino({ level: 'silent' }, new Writable({ write: (_l, _e, done) => done() }));
  for (let run = -1; run < 5; run += 1) {
    for (const size of ['small', 'large'] as const) {
      // The folder was made by filling a database alone: it has no secrets yet.
      const args = ['--port', '0', '--data-dir', join(dir, size), '--new-secrets'];
      const config = readConfig(args, {});
      if (!config.ok || config.value.help) throw new Error('the defaults do not fit');
      const startedAt = performance.now();
      const conductor = await startConductor(config.value.config, nowhere);
      if (run >= 0) took[size].push((performance.now() - startedAt) * 1_000);
      await conductor.stop();
    }
  }
  return { small: Math.round(median(took.small)), large: Math.round(median(took.large)) };
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
}

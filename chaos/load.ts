import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import Database from 'better-sqlite3';

import { ROOT } from '../launcher/root.ts';
import { type BrowserTold, checkLoad, isReached, type MemorySample } from './check/check-load.ts';
import { BrowsersNews, type BrowsersOrder } from './load/browsers-orders.ts';
import { type HourSize, makeHour } from './schedule/make-hour.ts';
import { Conductor } from './world/conductor.ts';
import { pairBrowser } from './world/pair-browser.ts';
import { WorldClock } from './world/world-clock.ts';

const HELP = `Usage: npm run load -- [flags]

  --browsers N       browsers at once, each with a link of its own [200]
  --conversations N  conversations, over all browsers [2000]
  --actions N        of a conversation in the hour, on average [20]
  --minutes N        that the hour is squeezed into [10]
  --processes N      that the browsers run in [4]
  --seed S           of the hour [1]
  --json             nothing but the last line
`;

const { values } = parseArgs({
  options: {
    browsers: { type: 'string', default: '200' },
    conversations: { type: 'string', default: '2000' },
    actions: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '10' },
    processes: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const HOUR_MS = 3_600_000;
const SAMPLES = 60;
/** Real time after the hour, for tasks that began late. What has not come by then is lost. */
const LATE_MS = 120_000;

const minutes = Number(values.minutes);
const seed = Number(values.seed);
const size: HourSize = {
  browsers: Number(values.browsers),
  conversations: Number(values.conversations),
  actions: Number(values.actions),
  lastsMs: HOUR_MS,
};
const hour = makeHour(seed, size);
const planned = hour
  .flatMap(({ conversations }) => conversations)
  .flatMap(({ tasks }) => tasks)
  .reduce((sum, { thinkMs }) => sum + thinkMs.length, 0);
const say = (line: string): void => {
  if (!values.json) console.log(line);
};

const folder = mkdtempSync(join(tmpdir(), 'baton-load-'));
const disk = {
  dataDir: join(folder, 'data'),
  logFile: join(folder, 'conductor.log'),
  canFill: false,
  fill: () => () => undefined,
  release: () => undefined,
};
const conductor = new Conductor(disk, new WorldClock(1), [
  '--pacing',
  'off',
  '--log-level',
  'warn',
]);
await conductor.start();
const processes = await openBrowsers();
say(`${size.browsers} browsers with ${size.conversations} conversations; ${planned} actions`);

const memory: MemorySample[] = [];
const ended = Promise.all(processes.map((one) => news(one, 'ended'))).then(() => true);
for (const one of processes) order(one, { order: 'play' });
for (let sample = 1; sample <= SAMPLES; sample += 1) {
  await pause((minutes * 60_000) / SAMPLES);
  memory.push(await conductor.measure());
}
const late = await Promise.race([ended, pause(LATE_MS, false)]);
if (!late) say('not all tasks have ended');
const browsers: BrowserTold[] = [];
for (const one of processes) {
  const told = news(one, 'told');
  order(one, { order: 'tell' });
  browsers.push(...(await told).browsers);
  one.disconnect();
}
await conductor.stop();

const figures = checkLoad({ planned, browsers, memory, ...readStore() });
if (!values.json)
  console.table(figures.map((one) => ({ ...one, reached: isReached(one) ? 'yes' : 'NO' })));
const isClean = figures.every(isReached);
console.log(
  JSON.stringify({
    seed,
    minutes,
    ...Object.fromEntries(figures.map((one) => [one.what, one.measured])),
  }),
);
if (isClean) rmSync(folder, { recursive: true, force: true });
else console.error(`The data is kept in ${folder}.`);
process.exit(isClean ? 0 : 1);

/** All of them paired and connected, in so many processes. */
async function openBrowsers(): Promise<ChildProcess[]> {
  const count = Number(values.processes);
  const opened: ChildProcess[] = [];
  for (let index = 0; index < count; index += 1) {
    const own: { at: number; token: string }[] = [];
    for (let at = index; at < size.browsers; at += count) {
      const origin = 'moz-extension://11111111-2222-4333-8444-555555555555';
      own.push({ at, token: (await pairBrowser(conductor, origin)).token });
    }
    const child = fork(join(ROOT, 'chaos/load/browsers-process.ts'));
    const done = news(child, 'opened');
    const { url } = conductor;
    order(child, { order: 'open', url, seed, size, browsers: own, speed: 60 / minutes });
    await done;
    opened.push(child);
  }
  return opened;
}

function order(child: ChildProcess, what: BrowsersOrder): void {
  child.send(what);
}

/** The first of that kind that the process tells from now on. Rejects when it ends before. */
function news<N extends BrowsersNews['news']>(
  child: ChildProcess,
  kind: N,
): Promise<Extract<BrowsersNews, { news: N }>> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const told = BrowsersNews.parse(message);
      if (told.news === kind) resolve(told as Extract<BrowsersNews, { news: N }>);
    });
    child.once('exit', () => reject(new Error('A process of browsers has ended.')));
  });
}

function readStore(): { finalized: number; unacked: number } {
  const database = new Database(conductor.databaseFile, { readonly: true });
  const count = (sql: string) => database.prepare<[], number>(sql).pluck().get() ?? Number.NaN;
  const finalized = count(`select count(*) from delivery_jobs where status = 'finalized'`);
  const unacked = count('select count(*) from outbox');
  database.close();
  return { finalized, unacked };
}

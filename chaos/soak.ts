import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { JobWatch } from './job-watch.ts';
import { measureGrowth, type Sample } from './measure-growth.ts';
import { Person } from './person.ts';
import { makeSchedule } from './schedule/make-schedule.ts';
import { startWorld, type World } from './world/world.ts';

const HELP = `Usage: npm run soak -- [flags]

  --minutes N      how long [60]
  --conversations N  conversations at once [12]
  --json           nothing but the last line
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    conversations: { type: 'string', default: '12' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

/** The shortest that the settings allow, so that what is kept stops growing early in the run. */
const KEEP_MS = 60_000;
const FORGET_EVERY_MS = 30_000;
/** More than any machine gets through, so that the load ends with the time and not before. */
const MOST_PER_MINUTE = 1_200;
const MB = 2 ** 20;

const minutes = Number(values.minutes);
const lastsMs = minutes * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'baton-soak-'));
const schedule = makeSchedule(1, {
  cycles: Math.ceil(MOST_PER_MINUTE * minutes),
  browsers: 2,
  conversations: Number(values.conversations),
  byAgents: 0,
  programs: 0,
  teams: 0,
  messagesPerFault: 0,
  kinds: [],
});
const faults: unknown[] = [];
const world = await startWorld(schedule, {
  folder,
  speed: 1,
  arrived: () => undefined,
  fault: (error) => void faults.push(error),
});
const jobs = new JobWatch(world.conductor.databaseFile);
const person = new Person(world, jobs, false);
const samples: Sample[] = [];
await forgetSoon();
await person.allowAll(schedule);
const until = performance.now() + lastsMs;
const everything = Promise.all(schedule.conversations.map((one) => person.writeInto(one)));
const forgetting = setInterval(() => {
  void world.conductor.ask('POST', '/v1/retention/run', {});
}, FORGET_EVERY_MS);
while (performance.now() < until) {
  await pause(Math.min(10_000, lastsMs / 20));
  samples.push(await takeSample(world));
  show(samples.at(-1));
}
clearInterval(forgetting);
person.finish();
await everything;
jobs.stop();
await world.end();
world.disk.release();
rmSync(folder, { recursive: true, force: true });

const growth = measureGrowth(samples);
const twice = world.site.log.length - new Set(world.site.log.map(({ tag }) => tag)).size;
if (!values.json) console.table(growth.map((row) => ({ ...row, grows: row.grows ? 'YES' : 'no' })));
for (const fault of faults) console.error(fault);
const messages = world.site.log.length;
const grows = growth.filter((row) => row.grows).map(({ measure }) => measure);
console.log(JSON.stringify({ minutes, messages, duplicated: twice, faults: faults.length, grows }));
process.exit(grows.length === 0 && twice === 0 && faults.length === 0 ? 0 : 1);

/** Old rows go as they would in months, so that what is left shows what is not given back. */
async function forgetSoon(): Promise<void> {
  const answer = await world.conductor.ask('PATCH', '/v1/settings', {
    retention: {
      events_ms: KEEP_MS,
      messages_ms: KEEP_MS,
      jobs_ms: KEEP_MS,
      artifacts_ms: KEEP_MS,
      max_database_bytes: null,
    },
  });
  if (answer?.status !== 200) throw new Error(`The settings were refused: ${answer?.status}`);
}

async function takeSample({ conductor, browsers, site }: World): Promise<Sample> {
  const { rssBytes, heapBytes } = await conductor.measure();
  const rows = await Promise.all(browsers.map((browser) => browser.rows()));
  return {
    messages: site.log.length,
    rss: rssBytes,
    heap: heapBytes,
    handles: readdirSync(`/proc/${conductor.pid}/fd`).length,
    database: size(conductor.databaseFile),
    wal: size(`${conductor.databaseFile}-wal`),
    journals: JSON.stringify(rows).length,
  };
}

function size(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function show(sample: Sample | undefined): void {
  if (values.json || sample === undefined) return;
  const { messages: sent, rss, heap, handles, database, wal, journals } = sample;
  const mb = (bytes: number): string => (bytes / MB).toFixed(1).padStart(6);
  console.log(
    `${String(sent).padStart(7)} messages  rss ${mb(rss)}  heap ${mb(heap)}  database ${mb(database)}  ` +
      `wal ${mb(wal)}  journals ${mb(journals)} MB  ${handles} handles`,
  );
}

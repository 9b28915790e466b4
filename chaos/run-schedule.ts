import { setTimeout as pause } from 'node:timers/promises';

import { checkActs } from './check/check-acts.ts';
import { checkRun, type RunRecord, type Verdict } from './check/check-run.ts';
import { readStoreRows } from './check/store-rows.ts';
import { INJECT } from './faults/all-faults.ts';
import { JobWatch } from './job-watch.ts';
import { Person } from './person.ts';
import { Programs } from './programs.ts';
import { Teams } from './teams.ts';
import { toldToTeams } from './world/team-place.ts';
import type { PlannedFault, Schedule } from './schedule/schedule.ts';
import type { PlayedWorld, StartWorld } from './world/played-world.ts';

/** Real time for frames and journals to come to rest when all messages have ended. */
const REST_LIMIT_MS = 60_000;

export interface RunOptions {
  readonly startWorld: StartWorld;
  /** Real time without any message ending, after which nothing more is waited for. */
  readonly stuckAfterMs: number;
  readonly folder: string;
  readonly speed: number;
  /** Further flags of the conductor. */
  readonly flags?: readonly string[];
  readonly say: (line: string) => void;
}

export interface RunResult {
  readonly verdict: Verdict;
  /** Faults of the extension's background: bugs, all of them, or a broken disk. */
  readonly faults: readonly unknown[];
  /** Number of acts that programs did in pages and terminals meanwhile. */
  readonly acts: number;
  /** How many goals teams were given. */
  readonly runs: number;
  readonly conductorStarts: number;
  readonly durationMs: number;
  /** Gives the disk back; the folder keeps what lies beside it. */
  readonly release: () => void;
}

/** Plays a schedule to its end and judges it. */
export async function runSchedule(schedule: Schedule, options: RunOptions): Promise<RunResult> {
  const { startWorld, stuckAfterMs, folder, speed, flags = [], say } = options;
  const startedAt = performance.now();
  const faults: unknown[] = [];
  const pending = [...schedule.faults];
  const injecting = new Set<Promise<void>>();
  let running: PlayedWorld | null = null;
  let messages = 0;
  const arrived = (): void => {
    messages += 1;
    while (running !== null && (pending[0]?.afterMessages ?? Infinity) <= messages) {
      const fault = pending.shift();
      if (fault !== undefined) track(injecting, inject(running, fault, say));
    }
  };
  const world = await startWorld(schedule, {
    folder,
    speed,
    flags,
    arrived,
    fault: (error) => void faults.push(error),
  });
  const jobs = new JobWatch(world.conductor.databaseFile);
  const person = new Person(world, jobs);
  try {
    await person.allowAll(schedule);
    const programs = new Programs(world, schedule);
    const teams = new Teams(world, person, schedule);
    running = world;
    const all = Promise.all(schedule.conversations.map((one) => person.writeInto(one)));
    const ended = all.then(() => true);
    while (!(await Promise.race([ended, stuck(world, jobs, stuckAfterMs)]))) {
      say(`nothing ends any more; open: ${jobs.open.join(' ')}`);
      break;
    }
    running = null;
    await Promise.all(injecting);
    await Promise.all([programs.finish(), teams.finish()]);
    person.leave();
    const { journals, store } = await atRest(world);
    const site = [...world.site.log];
    const acts = world.acts();
    const told = world.teamPlace === null ? [] : toldToTeams(site, world.teamPlace);
    const { begun } = teams;
    await world.end();
    return {
      verdict: checkRun({ schedule, site, acts, teams: { told, begun }, store, journals }),
      acts: acts.length,
      runs: begun.length,
      faults,
      conductorStarts: world.conductor.starts,
      durationMs: performance.now() - startedAt,
      release: () => world.disk.release(),
    };
  } finally {
    jobs.stop();
  }
}

function track(set: Set<Promise<void>>, work: Promise<void>): void {
  set.add(work);
  void work.finally(() => set.delete(work));
}

async function inject(
  world: PlayedWorld,
  { kind, which, size, afterMessages }: PlannedFault,
  say: (line: string) => void,
): Promise<void> {
  say(`after ${afterMessages} messages: ${kind} ${which.toFixed(3)} ${size.toFixed(3)}`);
  try {
    await INJECT[kind](world.faults, which, size);
  } catch (cause) {
    say(`${kind} could not be brought about: ${String(cause)}`);
  }
}

/** False, once nothing has moved for too long. */
async function stuck(world: PlayedWorld, jobs: JobWatch, afterMs: number): Promise<false> {
  let before = '';
  let since = performance.now();
  for (;;) {
    await pause(500);
    const now = `${world.site.log.length} ${jobs.open.join()}`;
    if (now !== before) since = performance.now();
    before = now;
    if (performance.now() - since > afterMs) return false;
  }
}

/**
 * Reads both sides once neither has anything left to tell the other. Called before the end: closing pages send news
 * that nobody takes any more.
 */
async function atRest(world: PlayedWorld): Promise<Pick<RunRecord, 'journals' | 'store'>> {
  const until = performance.now() + REST_LIMIT_MS;
  for (;;) {
    const journals = await world.journals();
    const store = readStoreRows(world.conductor.databaseFile);
    const quiet = journals.every(
      ({ attempts, outbox }) =>
        outbox === 0 &&
        attempts.every(({ status }) => status === 'finalized' || status === 'failed'),
    );
    const calls = checkActs([], store.calls).open;
    if ((quiet && store.outbox.length === 0 && calls.length === 0) || performance.now() > until)
      return { journals, store };
    await pause(200);
  }
}

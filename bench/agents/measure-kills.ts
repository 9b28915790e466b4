import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { ROOT } from '../../launcher/root.ts';
import { waitUntil } from '../../launcher/wait-until.ts';
import { ModelServer } from '../../tests/kit/model-server.ts';
import { installPeers, type InstalledPeers } from '../peers/install-peers.ts';
import { sayNotes, startAgents } from './start-agents.ts';
import { LOOP_PEERS, PEER_SCRIPTS, startLoopPeer } from './start-loop-peer.ts';

const STEPS = 8;
const AT_ONCE = 10;
const KILLS = 20;

interface Kills {
  readonly runs: number;
  /** Runs under way when their program was killed. */
  readonly killed: number;
  /** Began anew, as nothing was left of them or what was left did not go on, or never ended. */
  lost: number;
  /** Effects of a step beyond the first. */
  repeated: number;
  /** Steps without an effect about which no person was asked. */
  missing: number;
  /** Steps of which nobody can know whether they had their effect: a person is asked, and says that they are not to run again. */
  asked: number;
}

export interface KillsResult {
  readonly versions: Readonly<Record<string, string>>;
  readonly kills: Readonly<Record<string, Kills>>;
}

/** Kills each program over its runs, at random points; starts it again; and counts what became of them. */
export async function measureKills(): Promise<KillsResult> {
  const installed = installPeers(LOOP_PEERS);
  try {
    const kills: Record<string, Kills> = { baton: await killBaton() };
    for (const [name, script] of Object.entries(PEER_SCRIPTS))
      kills[name] = await killPeer(script, installed);
    return { versions: installed.versions, kills };
  } finally {
    installed.remove();
  }
}

const namesOf = (round: number): string[] =>
  Array.from({ length: AT_ONCE }, (_, at) => `run-${round}-${at}`);

/** Somewhere in the time that the runs took where nothing was killed. */
const someTime = (wholeMs: number): Promise<void> => pause(Math.random() * wholeMs);

async function killBaton(): Promise<Kills> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-bench-kills-'));
  const effects = join(folder, 'effects');
  const args = [join(ROOT, 'bench/agents/effect-server.ts'), effects];
  const server = { command: process.execPath, args, risk: { '*': 'low' } };
  const agents = await startAgents({ effects: server });
  const { conductor } = agents;
  agents.say = sayNotes(STEPS);
  const counted = { killed: 0, lost: 0, asked: 0 };
  const open = `select run_id from agent_runs where status not in ('succeeded', 'failed', 'stopped')`;
  try {
    async function begin(round: number): Promise<void> {
      const sessions = await Promise.all(namesOf(round).map(() => agents.open()));
      const send = async (session: string, at: number): Promise<void> => {
        const text = `Go. run-${round}-${at}`;
        await agents.ask('POST', `/v1/conversations/${session}/messages`, { text });
      };
      await Promise.all(sessions.map(send));
    }
    const allEnd = (): Promise<unknown> =>
      waitUntil('all runs to end', 120_000, async () => {
        counted.asked += await sayNo();
        return conductor.query(open).length === 0 ? true : null;
      });
    /** To running again what may have run. */
    async function sayNo(): Promise<number> {
      const asked = conductor.query(
        `select approval_id as id from approvals where decision = 'open'`,
      );
      for (const { id } of asked)
        await agents.ask('POST', `/v1/approvals/${String(id)}/decision`, { decision: 'skip' });
      return asked.length;
    }
    // The first run loads what speaks to models, and starts the tool server.
    await begin(0);
    await allEnd();
    const startedAt = performance.now();
    await begin(1);
    await allEnd();
    const wholeMs = performance.now() - startedAt;
    for (let round = 2; round < KILLS + 2; round += 1) {
      await begin(round);
      await someTime(wholeMs);
      await conductor.kill9();
      counted.killed += conductor.query(open).length;
      await conductor.start();
      await allEnd();
    }
    const failed = conductor.query(`select 1 from agent_runs where status <> 'succeeded'`);
    return totalOf(effects, KILLS + 2, { ...counted, lost: failed.length });
  } finally {
    await agents.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killPeer(
  script: (typeof PEER_SCRIPTS)[keyof typeof PEER_SCRIPTS],
  installed: InstalledPeers,
): Promise<Kills> {
  const model = await new ModelServer(sayNotes(STEPS)).start();
  const folder = mkdtempSync(join(tmpdir(), 'baton-bench-kills-'));
  const effects = join(folder, 'effects');
  const counted = { killed: 0, lost: 0, asked: 0 };
  const order = { steps: STEPS, baseURL: model.url, effects };
  try {
    let wholeMs = 0;
    for (let round = 0; round < KILLS + 2; round += 1) {
      const runs = namesOf(round);
      const doomed = await startLoopPeer(script, installed);
      const startedAt = performance.now();
      const ended = doomed.runAll({ ...order, runs, isAgain: false });
      if (round < 2) {
        await ended;
        wholeMs = performance.now() - startedAt;
        await doomed.stop();
        continue;
      }
      await someTime(wholeMs);
      await doomed.kill9();
      counted.killed +=
        runs.length - linesOf(`${effects}.ends`).filter((one) => runs.includes(one)).length;
      const next = await startLoopPeer(script, installed);
      const { lost = runs.length } = (await next.runAll({ ...order, runs, isAgain: true })) ?? {};
      counted.lost += lost;
      await next.stop();
    }
    return totalOf(effects, KILLS + 2, counted);
  } finally {
    model.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

function totalOf(
  effects: string,
  rounds: number,
  counted: Pick<Kills, 'killed' | 'lost' | 'asked'>,
): Kills {
  const lines = linesOf(effects);
  const there = new Set(lines);
  const wanted = Array.from({ length: rounds }, (_, round) => namesOf(round))
    .flat()
    .flatMap((run) => Array.from({ length: STEPS }, (_, step) => `${run} ${step}`));
  const absent = wanted.filter((one) => !there.has(one)).length;
  return {
    runs: rounds * AT_ONCE,
    ...counted,
    repeated: lines.length - there.size,
    missing: Math.max(0, absent - counted.asked),
  };
}

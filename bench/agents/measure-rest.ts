import { setTimeout as pause } from 'node:timers/promises';

import { waitUntil } from '../../launcher/wait-until.ts';
import { idleCostOf } from '../face/idle-cost.ts';
import { median, rounded } from '../median.ts';
import { type BenchAgents, startAgents } from './start-agents.ts';

const WAITING = 1_000;
const STARTS = 3;
const AT_ONCE = 8;

export interface RestResult {
  /** Before any run, after the first one, and after a start while so many wait for a person. In MB. */
  readonly idle_mb: number;
  readonly after_a_run_mb: number;
  readonly waiting_mb: number;
  readonly waiting: number;
  /** From the start of the process until it listens; medians. */
  readonly start_ms: number;
  readonly start_waiting_ms: number;
}

/** Measures the cost of agents while nobody asks them anything. */
export async function measureRest(): Promise<RestResult> {
  const agents = await startAgents();
  try {
    const idle = await memoryOf(agents);
    await agents.turn(await agents.open(), 'Hello.');
    const afterARun = await memoryOf(agents);
    const start = await startMs(agents);
    await letWait(agents);
    const startWaiting = await startMs(agents);
    return {
      idle_mb: idle,
      after_a_run_mb: afterARun,
      waiting_mb: await memoryOf(agents),
      waiting: WAITING,
      start_ms: start,
      start_waiting_ms: startWaiting,
    };
  } finally {
    await agents.stop();
  }
}

async function letWait(agents: BenchAgents): Promise<void> {
  await agents.ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'ask' });
  agents.say = () => ({ calls: [['conductor__echo', '{"text":"x"}']] });
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < WAITING) {
      begun += 1;
      const session = await agents.open();
      await agents.ask('POST', `/v1/conversations/${session}/messages`, { text: 'Go.' });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const waiting = "select count(*) as n from agent_runs where status = 'waiting_person'";
  await waitUntil('all runs to wait', 600_000, async () =>
    agents.conductor.query(waiting)[0]?.['n'] === WAITING ? true : null,
  );
}

async function startMs({ conductor }: BenchAgents): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    await conductor.stop();
    const startedAt = performance.now();
    await conductor.start();
    took.push(performance.now() - startedAt);
  }
  return rounded(median(took));
}

async function memoryOf({ conductor }: BenchAgents): Promise<number> {
  // What a start or a run leaves behind is collected once it is quiet.
  await pause(2_000);
  return rounded((await idleCostOf(conductor.pid, 1)).memory_mb);
}

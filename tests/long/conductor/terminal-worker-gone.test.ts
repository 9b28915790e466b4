import { describe, expect, it } from 'vitest';

import { loadPty } from '../../../worker/terminals/pty.ts';
import { workerDir } from '../../../conductor/src/program-files.ts';
import { PLANNER, programWorld, type ProgramWorld, WORKER } from '../../kit/program-world.ts';
import { descendants, killHard } from '../../kit/process-tree.ts';
import { tempDir } from '../../kit/running-conductor.ts';

const TEAM = { Planner: 'acp:planner', Executor: 'terminal:worker' };

const LIMIT = { timeout: 100_000, interval: 200 } as const;

/** Scripts of programs that work until they are ended. */
const SCRIPTS = {
  planner: PLANNER,
  worker: {
    ...WORKER,
    rules: [{ on: '# Task', does: [{ silent: true as const }] }, ...WORKER.rules],
  },
};

const tasks = async ({ shown }: ProgramWorld, id: string) =>
  (await shown(id)).plan.map(({ status }) => status);

const jobs = ({ conductor }: ProgramWorld) =>
  conductor.rows(
    `select status, last_error_code from delivery_jobs where conversation_key like 'terminal/%'`,
  );

async function working(dataDir: string): Promise<{ world: ProgramWorld; id: string }> {
  const world = await programWorld(SCRIPTS, dataDir);
  const { run_id: id } = await world.start({ templates: TEAM, unreviewed: true });
  await expect.poll(() => tasks(world, id), LIMIT).toEqual(['working', 'planned']);
  const says = `select status from resource_calls where tool = 'terminal.say'`;
  await expect.poll(() => world.conductor.rows(says), LIMIT).toEqual([{ status: 'succeeded' }]);
  return { world, id };
}

describe.skipIf((await loadPty()) === null)('a task whose program in a terminal is gone', () => {
  it('waits for a person once its conductor has been started anew', async () => {
    const dataDir = tempDir();
    const { world, id } = await working(dataDir);
    await world.conductor.stop();
    const again = await programWorld(SCRIPTS, dataDir);
    await expect.poll(() => tasks(again, id), LIMIT).toEqual(['blocked', 'planned']);
    expect(jobs(again)).toEqual([{ status: 'failed', last_error_code: 'worker_lost' }]);
  }, 240_000);

  it('waits for a person once what held it has died', async () => {
    const dataDir = tempDir();
    const { world, id } = await working(dataDir);
    const held = descendants(process.pid).filter(({ commandLine }) =>
      commandLine.includes(`--data-dir ${workerDir(dataDir)}`),
    );
    expect(held.length).toBeGreaterThan(0);
    await Promise.all(held.map(({ pid }) => killHard(pid)));
    await expect.poll(() => tasks(world, id), LIMIT).toEqual(['blocked', 'planned']);
    expect(jobs(world)).toEqual([{ status: 'failed', last_error_code: 'worker_lost' }]);
  }, 240_000);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { loadPty } from '../../../worker/terminals/pty.ts';
import { PLANNER, programWorld, WORKER } from '../../kit/program-world.ts';
import { tempDir } from '../../kit/running-conductor.ts';

const LIMIT = { timeout: 60_000, interval: 100 } as const;

const [plans, ...others] = PLANNER.rules;

describe.skipIf((await loadPty()) === null).each(['acp', 'terminal'])(
  'a program of a run (%s) that ended with its conductor',
  (kind) => {
    it('is told anew who it is, what it does and how it calls tools', async () => {
      const dataDir = tempDir();
      const log = join(dataDir, 'told');
      const scripts = {
        planner: {
          log,
          rules: [
            ...others.slice(0, 1),
            { ...plans, on: '# The goal', does: plans?.does ?? [] },
            ...others.slice(1),
          ],
        },
        worker: { ...WORKER, log },
      };
      const told = (words: string) =>
        readFileSync(log, 'utf8')
          .trimEnd()
          .split('\n')
          .filter((line) => line.includes(words));
      const first = await programWorld(scripts, dataDir);
      const templates = { Planner: `${kind}:planner`, Executor: `${kind}:worker` };
      const { run_id: id, workers } = await first.start({ templates });
      const planId = async () => (await first.shown(id)).plan_id;
      await expect.poll(planId, LIMIT).not.toBe(null);
      const executor = workers[1]?.tab_id;
      const input = { workers: [executor], text: 'Look around.' };
      await first.ask('POST', `/v1/runs/${id}/inputs`, input);
      const jobs = () =>
        first.conductor.rows(
          `select distinct status from delivery_jobs where message_text = 'Look around.'`,
        );
      await expect.poll(jobs, LIMIT).toEqual([{ status: 'finalized' }]);
      expect(told('Look around.')[0]).toMatch(/# Your role[^]*How you report[^]*Your key/);
      const plan = await planId();
      await first.conductor.stop();

      const again = await programWorld(scripts, dataDir);
      await again.ask('POST', `/v1/runs/${id}/plan/accept`, { plan });
      await again.reaches(id, 'finished');
      expect(told('# Task: Find')[0]).toMatch(/# Your role[^]*How you report[^]*Your key/);
      // It was told so already.
      expect(told('# Task: Compare')[0]).not.toContain('# Your role');
      expect(told('# The goal')).toHaveLength(2);
      expect(told('# The goal')[1]).toMatch(/Find the ways[^]*Your key|Your key[^]*Find the ways/);
    }, 200_000);
  },
);

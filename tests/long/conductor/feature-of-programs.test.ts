import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { loadPty } from '../../../worker/terminals/pty.ts';
import { FEATURE_TEAM, featureScripts, programWorld } from '../../kit/program-world.ts';
import { tempDir } from '../../kit/running-conductor.ts';

/** From the goal to a team that works. */
const READY_LIMIT_MS = 30_000;

describe.skipIf((await loadPty()) === null)('a team `feature` of programs', () => {
  it('FR-001: works as a whole within 30 s of its goal, and comes to its report', async () => {
    const go = join(tempDir(), 'go');
    const runs = await programWorld(featureScripts(go));
    const before = performance.now();
    const { run_id: id } = await runs.start({
      team: 'feature',
      templates: FEATURE_TEAM,
      unreviewed: true,
    });
    const snapshots = async () => {
      const { status: run, workers } = await runs.shown(id);
      const team = workers.map(({ role, task_id: task, status_snapshot }) => {
        const { status, source, error } = status_snapshot;
        return { role, status, source, error, hasTask: task !== null };
      });
      return { run, team };
    };
    const working = { status: 'running', error: null, hasTask: true };
    await expect.poll(snapshots, { timeout: 120_000, interval: 50 }).toEqual({
      run: 'executing',
      team: [
        { ...working, role: 'Planner', source: 'guessed', status: 'idle', hasTask: false },
        { ...working, role: 'Executor', source: 'said' },
        { ...working, role: 'Tester', source: 'guessed' },
        { ...working, role: 'Doc', source: 'said' },
      ],
    });
    const tookMs = performance.now() - before;
    expect(tookMs).toBeLessThan(READY_LIMIT_MS);
    expect((await runs.shown(id)).plan.map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'working'),
    );

    writeFileSync(go, '');
    const run = await runs.reaches(id, 'finished');
    expect(run).toMatchObject({ conclusion: 'By hand.', error: null });
    const told = run.report.find(({ section }) => section === 'done')?.text ?? '';
    for (const { role } of run.workers.slice(1)) expect(told).toContain(`For ${role}`);
    expect(
      runs.conductor.rows(`select status, count(*) as n from delivery_jobs group by 1`),
    ).toEqual([{ status: 'finalized', n: expect.any(Number) as number }]);
  }, 300_000);
});

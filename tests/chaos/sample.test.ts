import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runSchedule } from '../../chaos/run-schedule.ts';
import { makeSchedule } from '../../chaos/schedule/make-schedule.ts';
import { startWorld } from '../../chaos/world/world.ts';

/** Faults without a long wait; `npm run chaos` has the others. */
const QUICK = [
  'kill_conductor_at_commit',
  'kill_background',
  'reload_page',
  'cut_link',
  'close_work_page',
  'leave_work_page',
  'repeat_frames',
  'swap_frames',
] as const;

test('a short evening of breakage loses nothing, repeats nothing and keeps the order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-chaos-sample-'));
  const schedule = makeSchedule(11, {
    cycles: 48,
    browsers: 2,
    conversations: 16,
    byAgents: 0.3,
    programs: 1,
    teams: 0,
    messagesPerFault: 5,
    kinds: QUICK,
  });
  const said: string[] = [];
  const result = await runSchedule(schedule, {
    startWorld,
    stuckAfterMs: 60_000,
    folder,
    speed: 20,
    say: (line) => void said.push(line),
  });
  onTestFinished(() => {
    result.release();
    rmSync(folder, { recursive: true, force: true });
  });
  const { verdict, faults } = result;
  expect({ ...verdict, uncertain: [], faults }, said.join('\n')).toEqual({
    lost: [],
    duplicated: [],
    outOfOrder: [],
    wrongActs: [],
    wrongRuns: [],
    unexplained: [],
    uncertain: [],
    faults: [],
  });
  expect(said.length).toBeGreaterThan(5);
}, 180_000);

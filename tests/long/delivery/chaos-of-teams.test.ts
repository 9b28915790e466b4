import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { isClean } from '../../../chaos/check/check-run.ts';
import { runSchedule } from '../../../chaos/run-schedule.ts';
import { makeSchedule } from '../../../chaos/schedule/make-schedule.ts';
import { startWorld } from '../../../chaos/world/world.ts';

/** Faults that a team notices: its conductor, its programs or the holder of their terminals die, links and pages go. */
const KINDS = [
  'kill_conductor',
  'kill_conductor_at_commit',
  'kill_program',
  'kill_worker',
  'kill_background',
  'reload_page',
  'cut_link',
] as const;

test('teams of every kind reach their goals while all around them breaks, and nobody is told anything twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-chaos-teams-'));
  const schedule = makeSchedule(17, {
    cycles: 90,
    browsers: 2,
    conversations: 10,
    byAgents: 0,
    programs: 0,
    teams: 4,
    messagesPerFault: 8,
    kinds: KINDS,
  });
  const said: string[] = [];
  const result = await runSchedule(schedule, {
    startWorld,
    stuckAfterMs: 60_000,
    folder,
    speed: 10,
    say: (line) => void said.push(line),
  });
  onTestFinished(() => {
    result.release();
    rmSync(folder, { recursive: true, force: true });
  });
  const { verdict, faults, runs } = result;
  expect({ faults, isClean: isClean(verdict) }, JSON.stringify([verdict, said], null, 1)).toEqual({
    faults: [],
    isClean: true,
  });
  expect(runs).toBeGreaterThan(3);
}, 600_000);

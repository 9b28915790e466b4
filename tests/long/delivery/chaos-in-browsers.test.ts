import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { isClean } from '../../../chaos/check/check-run.ts';
import { realWorldStarter } from '../../../chaos/real/real-world.ts';
import { runSchedule } from '../../../chaos/run-schedule.ts';
import { makeSchedule } from '../../../chaos/schedule/make-schedule.ts';

/** Faults that only real browsers have, and the conductor's death beside them; `npm run chaos` has the others. */
const KINDS = [
  'kill_background',
  'kill_browser',
  'crash_tab',
  'discard_tab',
  'leave_page',
  'kill_conductor_at_commit',
] as const;

describe.each(['chromium', 'firefox'] as const)('in %s', (name) => {
  test('a short evening of breakage loses nothing, repeats nothing and keeps the order', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'baton-chaos-real-'));
    const schedule = makeSchedule(23, {
      cycles: 36,
      browsers: 1,
      conversations: 6,
      byAgents: 0,
      programs: 0,
      teams: 0,
      messagesPerFault: 4,
      kinds: KINDS,
    });
    const said: string[] = [];
    const say = (line: string): void => void said.push(line);
    const result = await runSchedule(schedule, {
      startWorld: realWorldStarter(name, say),
      stuckAfterMs: 180_000,
      folder,
      speed: 5,
      say,
    });
    onTestFinished(() => {
      result.release();
      rmSync(folder, { recursive: true, force: true });
    });
    expect(isClean(result.verdict), JSON.stringify([result.verdict, said], null, 1)).toBe(true);
    expect(said.length).toBeGreaterThan(5);
  });
});

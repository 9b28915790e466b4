import { expect, test } from 'vitest';

import {
  DEFAULT_LIMITS,
  workLimit,
} from '../../../../../conductor/src/features/minds/agents/agent-definition.ts';
import { createWorkClock } from '../../../../../conductor/src/features/minds/agents/work-clock.ts';

const HOUR = 3_600_000;

test('the work of a run is counted every ten seconds, and what it waits for people is no work', () => {
  let now = 0;
  const clock = createWorkClock(() => now);
  clock.looked('run', true, HOUR);
  now = 6_000;
  expect(clock.due()).toEqual([]);
  clock.looked('run', false, HOUR);
  now = HOUR;
  expect(clock.due()).toEqual([]);
  clock.looked('run', true, HOUR);
  now += 3_999;
  expect(clock.due()).toEqual([]);
  now += 1;
  expect(clock.due()).toEqual([{ runId: 'run', ms: 10_000 }]);
  expect(clock.due()).toEqual([]);
  now += 10_000;
  clock.forget('run');
  expect(clock.due()).toEqual([]);
});

test('a run that may work for less than that is counted when it has', () => {
  let now = 0;
  const clock = createWorkClock(() => now);
  clock.looked('run', true, 1_500);
  now = 1_499;
  expect(clock.due()).toEqual([]);
  now = 1_500;
  expect(clock.due()).toEqual([{ runId: 'run', ms: 1_500 }]);
});

test('a run may work as long as its agent says, else as its kind may, and no longer than the settings allow', () => {
  const { workMs: usual, ...older } = DEFAULT_LIMITS.worker;
  const agent = (workMs: number) => ({ kind: 'worker', limits: { ...older, workMs } }) as const;
  expect(workLimit({ kind: 'worker', limits: older }, null)).toBe(usual);
  expect(workLimit(agent(HOUR), null)).toBe(HOUR);
  expect(workLimit(agent(HOUR), 60_000)).toBe(60_000);
  expect(workLimit(agent(1_000), 60_000)).toBe(1_000);
});

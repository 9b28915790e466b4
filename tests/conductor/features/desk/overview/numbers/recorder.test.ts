import { describe, expect, it } from 'vitest';

import {
  createRecorder,
  type Grid,
} from '../../../../../../conductor/src/features/desk/overview/numbers/recorder.ts';

const HOUR = 3_600_000;
const T0 = 1_800_000_000_000;
const grid = (steps: number, stepMs = 10_000, from = T0): Grid => ({ from, stepMs, steps });

describe('what is kept of the last hours', () => {
  it('counts by step and by what it is made of, and knows nothing of steps in which nothing was looked at', () => {
    const recorder = createRecorder(HOUR);
    recorder.addCount('failed', 'rate_limited', T0);
    recorder.addCount('failed', 'rate_limited', T0 + 9_999);
    recorder.addCount('failed', 'page_gone', T0 + 10_000);
    recorder.setLevel('memory', 1, T0 + 20_000);
    expect(recorder.countsOver('failed', grid(4))).toEqual({
      value: 3,
      points: [2, 1, 0, null],
      by: { rate_limited: 2, page_gone: 1 },
    });
    expect(recorder.countsOver('failed', grid(1, 20_000)).points).toEqual([3]);
  });

  it('says how long most of them took, within five percent, in each step and over all', () => {
    const recorder = createRecorder(HOUR);
    for (let n = 1; n <= 100; n += 1) recorder.addTime('to_acked', n * 10, T0);
    recorder.addTime('to_acked', 60_000, T0 + 10_000);
    const { value, points } = recorder.quantilesOver('to_acked', 0.95, grid(3));
    expect(Math.abs((value ?? 0) / 960 - 1)).toBeLessThan(0.05);
    expect(Math.abs((points[0] ?? 0) / 950 - 1)).toBeLessThan(0.05);
    expect(Math.abs((points[1] ?? 0) / 60_000 - 1)).toBeLessThan(0.05);
    expect(points[2]).toBeNull();
    expect(recorder.quantilesOver('to_acked', 0.5, grid(3, 10_000, T0 + HOUR)).value).toBeNull();
  });

  it('shows the newest level of each step, and forgets what is older than it keeps', () => {
    const recorder = createRecorder(60_000);
    recorder.setLevel('memory', 1, T0);
    recorder.setLevel('memory', 2, T0 + 5_000);
    recorder.setLevel('memory', 3, T0 + 30_000);
    expect(recorder.levelsOver('memory', grid(4))).toEqual({
      value: 3,
      points: [2, null, null, 3],
      by: {},
    });
    recorder.setLevel('memory', 4, T0 + 60_000);
    expect(recorder.levelsOver('memory', grid(7)).points).toEqual([
      null,
      null,
      null,
      3,
      null,
      null,
      4,
    ]);
  });

  it('goes on in order after its clock was set back', () => {
    const recorder = createRecorder(HOUR);
    recorder.setLevel('memory', 1, T0);
    recorder.setLevel('memory', 2, T0 + 30_000);
    recorder.setLevel('memory', 3, T0 + 10_000);
    recorder.setLevel('memory', 4, T0 + 20_000);
    expect(recorder.levelsOver('memory', grid(4)).points).toEqual([1, 3, 4, null]);
  });
});

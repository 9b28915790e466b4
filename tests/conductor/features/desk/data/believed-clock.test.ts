import { describe, expect, it } from 'vitest';

import { createBelievedClock } from '../../../../../conductor/src/features/desk/data/believed-clock.ts';

const DAY_MS = 86_400_000;

const START = 1_700_000_000_000;

/** A conductor that starts `awayMs` after what was noted last, by a clock that shows that plus what `set` says. */
function startedAfter(awayMs: number | null) {
  let steady = 5_000;
  let ahead = 0;
  const now = () => START + steady + ahead;
  const believed = createBelievedClock({
    now,
    steadyNow: () => steady,
    newestAt: awayMs === null ? null : now() - awayMs,
  });
  return {
    now,
    believed,
    passes: (ms: number) => void (steady += ms),
    set: (ms: number) => void (ahead += ms),
  };
}

describe('what is lost for ever by time', () => {
  it('goes by the clock while nobody sets it', () => {
    for (const away of [null, 0, 29 * DAY_MS]) {
      const { now, believed, passes } = startedAfter(away);
      passes(100 * DAY_MS);
      expect(believed()).toBe(now());
    }
  });

  it('goes by no clock that is set ahead, and by one that is set back', () => {
    const { now, believed, passes, set } = startedAfter(0);
    const before = now();
    set(91 * DAY_MS);
    passes(DAY_MS);
    expect(believed()).toBe(before + DAY_MS);
    set(-92 * DAY_MS);
    expect(believed()).toBe(now());
  });

  it('goes at a start for a month beyond what was noted last, and on from there', () => {
    const { now, believed, passes } = startedAfter(91 * DAY_MS);
    expect(believed()).toBe(now() - 61 * DAY_MS);
    passes(DAY_MS);
    expect(believed()).toBe(now() - 61 * DAY_MS);
  });

  it('goes on once a clock that was behind at the start is right', () => {
    const { now, believed, set } = startedAfter(-20_000 * DAY_MS);
    set(20_000 * DAY_MS);
    expect(believed()).toBe(now());
  });
});

import { afterEach, expect, it, vi } from 'vitest';

import type { DataPort } from '../../../../../conductor/src/features/desk/data/data-port.ts';
import { startRetention } from '../../../../../conductor/src/features/desk/data/retention.ts';
import { DEFAULT_SETTINGS } from '../../../../../conductor/src/features/ground/settings/settings.ts';

const DAY_MS = 86_400_000;

afterEach(() => void vi.useRealTimers());

it('a clock that is set ahead by 91 days, and back, has the daily round forget nothing that is young', async () => {
  vi.useFakeTimers();
  let ahead = 0;
  const began = Date.now();
  const cutoffs: number[] = [];
  const none = { events: 0, messages: 0, jobs: 0, runs: 0, artifacts: 0 };
  const data = {
    usedBytes: async () => 0,
    forgetOld: async ({ events }: { readonly events: number }) => {
      cutoffs.push(events);
      return none;
    },
    forgetIdempotencyKeys: async (before: number) => void cutoffs.push(before),
    mergeSearchIndex: async () => undefined,
  } as unknown as DataPort;
  const quiet = () => undefined;
  const retention = startRetention({
    data,
    artifacts: { collectGarbage: async () => ({ files: 0, freedBytes: 0 }) } as never,
    settings: { current: () => DEFAULT_SETTINGS },
    now: () => Date.now() + ahead,
    steadyNow: () => Date.now() - began,
    newestAt: began,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    readOnly: false,
  });
  ahead = 91 * DAY_MS;
  await vi.advanceTimersByTimeAsync(3 * DAY_MS);
  ahead = -DAY_MS;
  await vi.advanceTimersByTimeAsync(DAY_MS);
  await retention.stop();
  expect(cutoffs).toHaveLength(10);
  expect(Math.max(...cutoffs)).toBeLessThan(began + 3 * DAY_MS);
});

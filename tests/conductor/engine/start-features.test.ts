import { expect, it, onTestFinished, vi } from 'vitest';

import { type Feature, feature, type Kit } from '../../../conductor/src/engine/feature.ts';
import { startFeatures } from '../../../conductor/src/engine/start-features.ts';

it.each([
  [false, ['swept']],
  [true, []],
])(
  'what only time brings is done where something can be written: read-only %s',
  async (readOnly, expected) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const seen: string[] = [];
    const sweeping: Feature = feature({
      name: 'sweeping',
      start: () => ({
        provides: null,
        sweeps: [{ name: 'one', run: async () => void seen.push('swept') }],
      }),
    });
    const kit = { readOnly, log: { error: () => undefined } } as unknown as Kit;
    const running = await startFeatures([sweeping], kit, () => Promise.resolve());
    await vi.advanceTimersByTimeAsync(600);
    expect(seen).toEqual(expected);
    await running.stop();
  },
);

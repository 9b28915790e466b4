import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { createWatches } from '../../../conductor/src/engine/watches.ts';

const never = new AbortController().signal;

describe('a wait until something is found', () => {
  it('ends at once where it is there already', async () => {
    const watches = createWatches();
    expect(await watches.until(['a'], async () => 'found', never)).toBe('found');
    expect(watches.isWatched()).toBe(false);
  });

  it('looks again when one of its keys changes, and not for others', async () => {
    const watches = createWatches();
    let looks = 0;
    const found = watches.until(['a', 'b'], async () => ((looks += 1) === 3 ? looks : null), never);
    await setImmediate();
    watches.changed('c');
    await setImmediate();
    expect(looks).toBe(1);
    watches.changed('a');
    await setImmediate();
    watches.allChanged();
    expect(await found).toBe(3);
    expect(watches.isWatched()).toBe(false);
  });

  it('misses nothing that changes while it looks', async () => {
    const watches = createWatches();
    let isThere = false;
    const look = async () => {
      const seen = isThere;
      if (!seen) {
        isThere = true;
        watches.changed('a');
      }
      return seen ? 'found' : null;
    };
    expect(await watches.until(['a'], look, never)).toBe('found');
  });

  it('looks once more when its signal aborts', async () => {
    const watches = createWatches();
    const over = new AbortController();
    let isThere = false;
    const found = watches.until(['a'], async () => (isThere ? 'late' : null), over.signal);
    const vain = watches.until(['a'], async () => null, over.signal);
    await setImmediate();
    isThere = true;
    over.abort();
    expect(await found).toBe('late');
    expect(await vain).toBeNull();
    expect(watches.isWatched()).toBe(false);
  });

  it('rejects with what a look throws, and waits no more', async () => {
    const watches = createWatches();
    const look = async () => Promise.reject(new Error('no'));
    await expect(watches.until(['a'], look, never)).rejects.toThrow('no');
    expect(watches.isWatched()).toBe(false);
  });
});

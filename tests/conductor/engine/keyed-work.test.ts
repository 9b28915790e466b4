import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { createKeyedWork } from '../../../conductor/src/engine/keyed-work.ts';

interface Begun {
  readonly key: string;
  readonly taken: () => void;
  readonly end: (cause?: Error) => void;
}

/** Work that ends when the test has it end. */
function watched() {
  const begun: Begun[] = [];
  const failures: unknown[] = [];
  const work = createKeyedWork<string>(
    (key, taken) =>
      new Promise((resolve, reject) => {
        const end = (cause?: Error) => (cause === undefined ? resolve() : reject(cause));
        begun.push({ key, taken, end });
      }),
    (cause, key) => void failures.push([key, cause]),
  );
  const keys = () => begun.map(({ key }) => key);
  return { work, begun, failures, keys };
}

describe('work by key', () => {
  it('runs once for each key at a time, and side by side for two', () => {
    const { work, keys } = watched();
    for (const key of ['a', 'a', 'b']) void work.go(key);
    expect(keys()).toEqual(['a', 'b']);
  });

  it('runs once more, however often it was asked for meanwhile', async () => {
    const { work, begun, keys } = watched();
    const done = work.go('a');
    void work.go('a');
    void work.go('a');
    begun[0]?.end();
    await setImmediate();
    expect(keys()).toEqual(['a', 'a']);
    begun[1]?.end();
    await done;
    expect(keys()).toEqual(['a', 'a']);
  });

  it('does not run again for what it has seen', async () => {
    const { work, begun, keys } = watched();
    const done = work.go('a');
    void work.go('a');
    begun[0]?.taken();
    begun[0]?.end();
    await done;
    expect(keys()).toEqual(['a']);
  });

  it('that fails is told, and runs again if it was asked for meanwhile', async () => {
    const { work, begun, failures, keys } = watched();
    const cause = new Error('no');
    const done = work.go('a');
    void work.go('a');
    begun[0]?.end(cause);
    await done;
    expect(failures).toEqual([['a', cause]]);
    expect(keys()).toEqual(['a', 'a']);
  });

  it('begins nothing once it is stopped, and stops when what runs has ended', async () => {
    const { work, begun, keys } = watched();
    void work.go('a');
    void work.go('a');
    let isStopped = false;
    const stopped = work.stop().then(() => (isStopped = true));
    void work.go('b');
    await setImmediate();
    expect(isStopped).toBe(false);
    begun[0]?.end();
    await stopped;
    expect(keys()).toEqual(['a']);
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { loadWhileIdle } from '../../../face/frame/load-while-idle.ts';

/** Calls that wait for an idle page. */
let waiting: (() => void)[] = [];

beforeEach(() => {
  waiting = [];
  vi.stubGlobal('requestIdleCallback', (call: () => void) => waiting.push(call));
  vi.stubGlobal('cancelIdleCallback', (at: number) => waiting.splice(at - 1, 1));
});

afterEach(() => vi.unstubAllGlobals());

const rest = async (): Promise<void> => {
  for (const call of waiting.splice(0)) call();
  await Promise.resolve();
  await Promise.resolve();
};

test('one is loaded each time that there is nothing else to do', async () => {
  const loaded: string[] = [];
  const load = (name: string) => () => Promise.resolve(loaded.push(name));
  loadWhileIdle([load('a'), load('b'), load('c')]);
  expect(loaded).toEqual([]);
  await rest();
  expect(loaded).toEqual(['a']);
  await rest();
  expect(loaded).toEqual(['a', 'b']);
  await rest();
  await rest();
  expect(loaded).toEqual(['a', 'b', 'c']);
  expect(waiting).toEqual([]);
});

test('after one that failed, and once it was ended, nothing more is loaded', async () => {
  const later = vi.fn(() => Promise.resolve());
  loadWhileIdle([() => Promise.reject(new Error('gone')), later]);
  await rest();
  await rest();
  const end = loadWhileIdle([later]);
  end();
  await rest();
  expect(later).not.toHaveBeenCalled();
});

import { expect, test } from 'vitest';

import { makeHour } from '../../chaos/schedule/make-hour.ts';

const SIZE = { browsers: 20, conversations: 210, lastsMs: 3_600_000, actions: 20 };

test('an hour is the same for the same seed, and another for another', () => {
  expect(makeHour(1, SIZE)).toEqual(makeHour(1, SIZE));
  expect(makeHour(1, SIZE)).not.toEqual(makeHour(2, SIZE));
});

test('it has as many conversations as it was asked for, each with a name and something to do', () => {
  const hour = makeHour(1, SIZE);
  const conversations = hour.flatMap((browser) => browser.conversations);
  expect(hour).toHaveLength(SIZE.browsers);
  expect(conversations).toHaveLength(SIZE.conversations);
  expect(new Set(conversations.map(({ id }) => id)).size).toBe(SIZE.conversations);
  for (const { tasks } of conversations) expect(tasks.length).toBeGreaterThan(0);
});

test('it has about as many actions as it was asked for, of which two browsers of twenty have a third', () => {
  const actions = makeHour(1, SIZE).map(({ conversations }) =>
    conversations
      .flatMap(({ tasks }) => tasks)
      .reduce((sum, { thinkMs }) => sum + thinkMs.length, 0),
  );
  const all = actions.reduce((sum, count) => sum + count);
  expect(all / SIZE.conversations).toBeGreaterThan(15);
  expect(all / SIZE.conversations).toBeLessThan(25);
  expect(((actions[0] ?? 0) + (actions[10] ?? 0)) / all).toBeGreaterThan(0.25);
});

import { expect, test } from 'vitest';

import { createIdSource } from '../../conductor/src/new-id.ts';

const SEVEN_O_CLOCK = Date.UTC(2026, 10, 23, 7);

test('ids begin with their second, and stand in its order', () => {
  let now = SEVEN_O_CLOCK;
  const newId = createIdSource(() => now);
  const ids = Array.from({ length: 5_000 }, () => {
    now += 997;
    return newId();
  });
  expect(ids.map((id) => id.slice(0, 4))).toEqual(ids.map((id) => id.slice(0, 4)).toSorted());
  expect(new Set(ids.map((id) => id.slice(0, 4))).size).toBeGreaterThan(4_900);
});

test('ids of one second differ in all that follows it', () => {
  const newId = createIdSource(() => SEVEN_O_CLOCK);
  const ids = Array.from({ length: 5_000 }, newId);
  expect(new Set(ids.map((id) => id.slice(0, 4))).size).toBe(1);
  expect(new Set(ids).size).toBe(5_000);
  for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{21}$/);
});

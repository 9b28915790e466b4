import { expect, test } from 'vitest';

import { addressWith, filtersOf } from '../../../../face/screens/conversations/filters.ts';

test.each([
  '/conversations',
  '/conversations?mode=paused',
  '/conversations?platform=chatgpt&label=kitchen%26co&title=Fix+%22it%22&connected=yes',
])('%s shows what it says, and leads back to itself', (address) => {
  const { searchParams } = new URL(address, 'http://baton.localhost');
  expect(addressWith(filtersOf(Object.fromEntries(searchParams)))).toBe(address);
});

test('what no filter can be is left out, and what is too long is cut', () => {
  expect(
    filtersOf({ mode: 'sideways', label: 'x'.repeat(100), connected: '1', other: 'y' }),
  ).toEqual({
    label: 'x'.repeat(64),
    connected: false,
  });
});

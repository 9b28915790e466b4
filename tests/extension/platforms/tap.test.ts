import { expect, test } from 'vitest';

import { tapOfAnySite } from '../../../extension/platforms/tap.ts';

test.each([
  ['https://chat.example.org', 'https://chatsexample.org'],
  ['http://[::1]:3080', 'http://1:3080'],
  ['http://localhost:3080', 'http://localhost:30801'],
])('the reads of %s are its own, not those of %s', (origin, other) => {
  const { read } = tapOfAnySite({ origin });
  expect(`GET ${origin}/api/me`).toMatch(read);
  expect(`GET ${other}/api/me`).not.toMatch(read);
});

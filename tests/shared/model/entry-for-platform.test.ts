import { expect, test } from 'vitest';

import { entryForPlatform } from '../../../shared/model/entry-for-platform.ts';

test.each([
  ['chatgpt', 'own'],
  ['claude', 'default'],
  ['generic:chat.example.org', 'default'],
  ['generic:localhost:3000', 'local'],
  ['open-webui:127.0.0.1:8080', 'local'],
  ['librechat:[::1]:3080', 'local'],
  ['generic:playground.localhost:99', 'local'],
  ['generic:localhost.evil.example', 'default'],
  ['toString', 'default'],
])('%s has the pace of %s', (platform, expected) => {
  expect(entryForPlatform({ chatgpt: 'own', default: 'default', local: 'local' }, platform)).toBe(
    expected,
  );
});

import { expect, test } from 'vitest';

import { covers, hostOf } from '../../../../extension/background/runtime/granted-patterns.ts';

test.each([
  [['https://claude.ai/*'], 'https://claude.ai/*', true],
  [['https://claude.ai/*'], 'https://claude.ai/chat/*', true],
  [['https://claude.ai/*'], 'http://claude.ai/*', false],
  [['https://claude.ai/*'], 'https://other.example/*', false],
  [['*://*.example.org/*'], 'https://chat.example.org/*', true],
  [['*://*.example.org/*'], 'https://example.org/*', true],
  [['*://*.example.org/*'], 'https://notexample.org/*', false],
  [['<all_urls>'], 'https://claude.ai/*', true],
  [['*://*/*'], 'https://claude.ai/*', true],
  [[], 'https://claude.ai/*', false],
] as const)('%j lets into %s: %s', (granted, pattern, is) => {
  expect(covers(granted, pattern)).toBe(is);
});

test('a pattern names one host, or many', () => {
  expect(hostOf('https://chat.example.org/*')).toBe('chat.example.org');
  expect(hostOf('*://*.example.org/*')).toBeNull();
  expect(hostOf('<all_urls>')).toBeNull();
});

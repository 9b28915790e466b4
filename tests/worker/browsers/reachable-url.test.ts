import { expect, test } from 'vitest';

import { unreachable } from '../../../worker/browsers/reachable-url.ts';

const CONDUCTOR = 'http://127.0.0.1:7717';

test.each([
  'http://127.0.0.1:7717/',
  'http://localhost:7717/',
  'http://localhost.:7717/',
  'http://baton.localhost:7717/',
  'http://127.9.9.9:7717/',
  'http://2130706433:7717/',
  'http://0.0.0.0:7717/',
  'http://0:7717/',
  'http://[::1]:7717/',
  'http://[::]:7717/',
  'http://[::ffff:127.0.0.1]:7717/',
  'http://[::ffff:0.0.0.0]:7717/',
])('%s is the conductor, by whatever name, and no page of a chat', (url) => {
  expect(unreachable(url, CONDUCTOR)).toBe('That is the conductor itself.');
});

test.each(['http://127.0.0.1:8080/', 'http://0.0.0.0:3000/', 'https://example.org:7717/'])(
  '%s is another',
  (url) => {
    expect(unreachable(url, CONDUCTOR)).toBeNull();
  },
);

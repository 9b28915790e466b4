import { expect, test } from 'vitest';

import {
  forbidden,
  isPrivate,
} from '../../../../../conductor/src/features/hands/resources/origin-of.ts';

const OWN = 'http://127.0.0.1:7717';

test.each([
  'http://127.0.0.1:7717/',
  'http://127.9.9.9:7717/',
  'http://2130706433:7717/',
  'http://localhost:7717/',
  'http://localhost.:7717/',
  'http://x.baton.localhost.:7717/',
  'http://0.0.0.0:7717/',
  'http://[::]:7717/',
  'http://[::ffff:127.0.0.1]:7717/',
  'https://addons.mozilla.org/',
  'https://addons.mozilla.org./',
  'https://chromewebstore.google.com.:443/',
  'https://a:b@example.org/',
  'file:///etc/passwd',
  'javascript:alert(1)',
])('%s is never opened', (url) => {
  expect(forbidden(url, OWN)).not.toBeNull();
});

test.each([
  'http://localhost.:8080/',
  'http://router/',
  'http://router./',
  'http://0.1.2.3/',
  'http://10.0.0.1./',
  'http://100.64.0.1/',
  'http://169.254.169.254/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://198.18.0.1/',
  'http://[::ffff:10.0.0.1]/',
  'http://[64:ff9b::a00:1]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://nas.local./',
  'http://nas.home.arpa/',
  'http://vault.internal/',
])('%s is of this machine or of a network of its own', (url) => {
  expect(isPrivate(url)).toBe(true);
  expect(forbidden(url, OWN)).toBeNull();
});

test.each([
  'https://example.org/',
  'https://example.org./',
  'http://100.128.0.1/',
  'http://[2606:2800:220:1::1]/',
  'https://10.example.org/',
  'https://local.example.org/',
])('%s is of the public web', (url) => {
  expect(isPrivate(url)).toBe(false);
  expect(forbidden(url, OWN)).toBeNull();
});

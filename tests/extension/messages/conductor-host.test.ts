import { expect, test } from 'vitest';

import { isSwitchedOff } from '../../../extension/background/runtime/switched-sites.ts';
import { isConductorHost } from '../../../extension/messages/conductor-host.ts';
import { meta, view } from '../background/builders/view.ts';

test.each([
  ['127.0.0.1:7717', true],
  ['localhost:7717', true],
  ['chat.localhost:7717', true],
  ['[::1]:7717', true],
  ['127.0.0.1:8080', false],
  ['localhost:8080', false],
  ['127.0.0.1', false],
  ['127.0.0.1.evil.example:7717', false],
  ['chat.example:7717', false],
  ['', false],
])('a page at %s is the conductor’s own: %s', (host, isIt) => {
  expect(isConductorHost(host, 'http://127.0.0.1:7717')).toBe(isIt);
  expect(isConductorHost(host, 'http://localhost:7717')).toBe(isIt);
});

test('a conductor elsewhere has its host alone', () => {
  expect(isConductorHost('baton.example', 'https://baton.example')).toBe(true);
  expect(isConductorHost('localhost:443', 'https://baton.example')).toBe(false);
  expect(isConductorHost('localhost:443', 'https://localhost')).toBe(true);
  expect(isConductorHost('localhost', 'http://localhost')).toBe(true);
});

test('no adapter serves a page of the conductor, and any other port of this machine is served', () => {
  const pairing = {
    client_id: 'c',
    token: 't',
    conductor_url: 'http://127.0.0.1:7801',
    refused: false,
  };
  const paired = view({ meta: meta({ pairing }) });
  expect(isSwitchedOff(paired, 'generic:127.0.0.1:7801')).toBe(true);
  expect(isSwitchedOff(paired, 'open-webui:localhost:7801')).toBe(true);
  expect(isSwitchedOff(paired, 'generic:127.0.0.1:7717')).toBe(false);
  expect(isSwitchedOff(paired, 'chatgpt')).toBe(false);
});

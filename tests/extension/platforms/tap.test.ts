import { expect, test } from 'vitest';

import { socketsOfAnySite, tapOfAnySite } from '../../../extension/platforms/tap.ts';

test.each([
  ['https://chat.example.org', 'https://chatsexample.org'],
  ['https://chat.example.org', 'https://chat.example.org.evil.example'],
  ['https://chat.example.org', 'http://chat.example.org'],
  ['http://[::1]:3080', 'http://1:3080'],
  ['http://localhost:3080', 'http://localhost:30801'],
])('what is watched of %s is its own, not that of %s', (origin, other) => {
  const { read, send } = tapOfAnySite({ origin });
  const sockets = socketsOfAnySite({ origin });
  expect(`GET ${origin}/api/me`).toMatch(read);
  expect(`GET ${other}/api/me`).not.toMatch(read);
  expect(`POST ${origin}/api/chat`).toMatch(send);
  expect(`POST ${other}/api/chat`).not.toMatch(send);
  expect(`GET ${origin}/ask?say=Hi`).toMatch(send);
  expect(`GET ${origin}/api/me`).not.toMatch(send);
  expect(`GET ${other}/ask?say=Hi`).not.toMatch(send);
  expect(`POST ${other}/?POST ${origin}/api/chat`).not.toMatch(send);
  for (const scheme of ['http', 'ws']) {
    expect(`${origin.replace('http', scheme)}/live`).toMatch(sockets);
    expect(`${other.replace('http', scheme)}/live`).not.toMatch(sockets);
  }
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { createClaimPairing } from '../../../../extension/background/conductor-link/claim-pairing.ts';
import { readConductorUrl } from '../../../../extension/background/conductor-link/conductor-url.ts';

const SELF = { browser: { name: 'chromium', version: '156' }, extension_version: '0.1.0' };

/** Claims against a real server that answers so; returns the outcome and what the server got. */
async function claimFrom(status: number, body: string) {
  const got: { url: string | undefined; body: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      got.push({ url: request.url, body: sent });
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const claim = createClaimPairing((url, init) => fetch(url, init), SELF);
    return { outcome: await claim(`http://127.0.0.1:${port}`, '123456'), got };
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

test('a code is traded for a token, in the body and not in the address', async () => {
  const token = 't'.repeat(32);
  const { outcome, got } = await claimFrom(200, JSON.stringify({ client_id: 'c', token }));
  expect(outcome).toEqual({ ok: true, value: { client_id: 'c', token } });
  expect(got[0]?.url).toBe('/v1/pairing/claim');
  expect(JSON.parse(got[0]?.body ?? '')).toEqual({ code: '123456', ...SELF });
});

test("the conductor's refusal is passed on under its code", async () => {
  const problem = { code: 'pairing_code_invalid', detail: 'Used already.' };
  const { outcome } = await claimFrom(403, JSON.stringify(problem));
  expect(outcome).toEqual({
    ok: false,
    error: { code: 'pairing_code_invalid', text: 'Used already.' },
  });
});

test.each([
  ['<html>hello</html>', 200],
  ['{"client_id":"c","token":"short"}', 200],
  ['{"code":"no_such_code","detail":"No."}', 500],
  ['{"code":"pairing_code_invalid"}', 403],
])('an answer that no conductor gives is refused: %s', async (body, status) => {
  const { outcome } = await claimFrom(status, body);
  expect(outcome).toMatchObject({ ok: false, error: { code: 'internal' } });
});

test('where nobody answers, the address is named', async () => {
  const claim = createClaimPairing((url, init) => fetch(url, init), SELF);
  expect(await claim('http://127.0.0.1:9', '123456')).toEqual({
    ok: false,
    error: { code: 'internal', text: 'No conductor answers at http://127.0.0.1:9.' },
  });
});

test.each([
  ['http://127.0.0.1:7717', 'http://127.0.0.1:7717'],
  [' http://localhost:7717/pair#code=1 ', 'http://localhost:7717'],
  ['http://[::1]:7717', 'http://[::1]:7717'],
  ['https://baton.example.org', 'https://baton.example.org'],
])('%s is an address of a conductor', (typed, origin) => {
  expect(readConductorUrl(typed)).toEqual({ ok: true, value: origin });
});

test.each([
  'http://192.168.1.5:7717',
  'http://127.0.0.1.evil.example',
  'ftp://127.0.0.1',
  'javascript:alert(1)',
  'http://user:secret@127.0.0.1:7717',
  '127.0.0.1:7717',
  '',
])('%s is not', (typed) => {
  expect(readConductorUrl(typed).ok).toBe(false);
});

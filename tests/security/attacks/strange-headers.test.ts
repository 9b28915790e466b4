import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startTestConductor, type TestConductor } from '../../kit/running-conductor.ts';

interface Try {
  readonly tries: string;
  /** Given its Host; whole, with the empty line at its end, unless it never ends. */
  readonly sends: (host: string) => string;
  /** The door leaves it open: it waits for the rest. */
  readonly waits?: true;
}

const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`;
const get =
  (path: string, ...more: readonly string[]) =>
  (host: string): string =>
    lines(`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...more);
const socket = (...more: readonly string[]) =>
  get(
    '/v1/bridge',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
    ...more,
  );
const claim =
  (body: string, ...more: readonly string[]) =>
  (host: string): string =>
    `${lines('POST /v1/pairing/claim HTTP/1.1', `Host: ${host}`, 'Origin: moz-extension://11111111-2222-4333-8444-555555555555', 'Content-Type: application/json', ...more)}${body}`;

const LONG = 'a'.repeat(1_000_000);

const TRIES: readonly Try[] = [
  { tries: 'a header of a megabyte', sends: get('/v1/approvals', `X: ${LONG}`) },
  {
    tries: 'headers by the ten thousand',
    sends: get('/v1/approvals', ...Array.from({ length: 10_000 }, (_, n) => `X-${n}: a`)),
  },
  {
    tries: 'one header ten thousand times',
    sends: get('/v1/approvals', ...Array.from({ length: 10_000 }, () => 'Cookie: a=b')),
  },
  { tries: 'a path of a megabyte', sends: get(`/${LONG}`) },
  { tries: 'a query of a megabyte', sends: get(`/v1/approvals?cursor=${LONG}`) },
  {
    tries: 'a method that nobody knows',
    sends: (host) => lines('BREW / HTTP/1.1', `Host: ${host}`),
  },
  {
    tries: 'a method of a megabyte',
    sends: (host) => lines(`${LONG} / HTTP/1.1`, `Host: ${host}`),
  },
  { tries: 'a tunnel', sends: () => lines('CONNECT 127.0.0.1:22 HTTP/1.1', 'Host: 127.0.0.1:22') },
  { tries: 'a proxy’s address', sends: get('http://127.0.0.1:22/') },
  { tries: 'HTTP/2 from the start', sends: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  {
    tries: 'HTTP/2 by an upgrade',
    sends: get('/v1/approvals', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'),
  },
  { tries: 'TLS', sends: () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000' },
  {
    tries: 'two Hosts',
    sends: (host) => lines('GET /v1/approvals HTTP/1.1', `Host: ${host}`, 'Host: evil.example'),
  },
  { tries: 'no Host', sends: () => lines('GET /v1/approvals HTTP/1.1') },
  { tries: 'HTTP/1.0 without a Host', sends: () => lines('GET /v1/approvals HTTP/1.0') },
  {
    tries: 'a Host with a name in it',
    sends: () => lines('GET /v1/approvals HTTP/1.1', 'Host: a@127.0.0.1'),
  },
  {
    tries: 'a Bearer by another name',
    sends: get('/v1/approvals', 'Proxy-Authorization: Bearer a', 'X-Authorization: Bearer a'),
  },
  {
    tries: 'a Bearer twice',
    sends: get('/v1/approvals', 'Authorization: Bearer a', 'Authorization: Bearer b'),
  },
  { tries: 'a Bearer of a megabyte', sends: get('/v1/approvals', `Authorization: Bearer ${LONG}`) },
  {
    tries: 'a Bearer with the prototype’s name',
    sends: get('/v1/approvals', 'Authorization: Bearer __proto__'),
  },
  {
    tries: 'pieces with names of a megabyte',
    sends: claim(`2;${LONG}\r\n{}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'),
  },
  {
    tries: 'trailers by the thousand',
    sends: claim(`2\r\n{}\r\n0\r\n${'X: a\r\n'.repeat(10_000)}\r\n`, 'Transfer-Encoding: chunked'),
  },
  { tries: 'a length that is no number', sends: claim('{}', 'Content-Length: 0x2') },
  { tries: 'a length below nothing', sends: claim('{}', 'Content-Length: -2') },
  {
    tries: 'a length past all numbers',
    sends: claim('{}', 'Content-Length: 99999999999999999999'),
  },
  {
    tries: 'a socket with extensions by the ten thousand',
    sends: socket(`Sec-WebSocket-Extensions: ${'permessage-deflate; a="b\\"", '.repeat(500)}x`),
  },
  {
    tries: 'a socket with protocols by the thousand',
    sends: socket(
      `Sec-WebSocket-Protocol: ${Array.from({ length: 2_000 }, (_, n) => `p${n}`).join(', ')}`,
    ),
  },
  { tries: 'a socket of another version', sends: socket('Sec-WebSocket-Version: 8') },
  {
    tries: 'a socket with a page’s Origin',
    sends: socket('Origin: https://evil.example', 'Sec-WebSocket-Protocol: baton.v1'),
  },
  {
    tries: 'a socket with two Origins',
    sends: socket(
      'Origin: moz-extension://11111111-2222-4333-8444-555555555555',
      'Origin: https://evil.example',
    ),
  },
  {
    tries: 'headers without an end',
    sends: (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nX: `,
    waits: true,
  },
  {
    tries: 'a promise of a body',
    sends: claim('', 'Content-Length: 60000', 'Expect: 100-continue'),
    waits: true,
  },
];

let conductor: TestConductor;
beforeAll(async () => {
  conductor = await startTestConductor();
});
afterAll(() => conductor.end());

function dial(): Socket {
  const { hostname, port } = new URL(conductor.url);
  const one = connect(Number(port), hostname);
  one.on('error', () => one.destroy());
  return one;
}

describe('a stranger who connects', () => {
  it.each(TRIES)('gets nothing by $tries, and holds nobody up', async ({ sends, waits }) => {
    const { host } = new URL(conductor.url);
    const faults = conductor.log.filter(({ level }) => Number(level) >= 50).length;
    const one = dial();
    await once(one, 'connect');
    one.write(sends(host), 'latin1');
    const known = await conductor.admin('GET', '/v1/approvals');
    expect(known.status).toBe(200);
    if (waits) one.destroy();
    else {
      one.end();
      const said = await text(one).catch(() => '');
      expect(said).not.toMatch(/^HTTP\/1\.\d [123]/);
    }
    expect(conductor.log.filter(({ level }) => Number(level) >= 50)).toHaveLength(faults);
    expect(conductor.rows('select * from clients')).toEqual([]);
  });

  it('does not take the memory of many by long headers on each of a hundred connections', async () => {
    const before = process.memoryUsage.rss();
    const all = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const one = dial();
        await once(one, 'connect');
        one.write(`GET / HTTP/1.1\r\nHost: x\r\nX: ${LONG}`);
        return one;
      }),
    );
    expect((await conductor.admin('GET', '/v1/approvals')).status).toBe(200);
    await expect
      .poll(() => all.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length)
      .toBeGreaterThanOrEqual(90);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
    for (const one of all) one.destroy();
  });
});

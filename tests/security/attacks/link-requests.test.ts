import { once } from 'node:events';
import { createServer as createPlain, type Server as PlainServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type LinkToServer, passToServer } from '../../../conductor/src/cli/pass-to-server.ts';
import { createSelfSignedCertificate } from '../../kit/stand-in/self-signed-certificate.ts';

interface Try {
  readonly tries: string;
  /** Head of the request, without the Host; a body follows an empty line. */
  readonly head: readonly string[];
  readonly body?: string;
  /** In place of the link's own. */
  readonly host?: string;
}

const CLAIM = 'POST /v1/pairing/claim HTTP/1.1';
const UPGRADE = [
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
const SMUGGLED = 'GET /v1/approvals HTTP/1.1\r\nHost: x\r\n\r\n';

/** None of these is to reach the server at all. */
const KEPT_BACK: readonly Try[] = [
  ...[
    '/',
    '/v1/approvals',
    '/v1/face/sessions',
    '/mcp',
    '//pair',
    '/pair/',
    '/pair/../v1/approvals',
    '/pair/%2e%2e/v1/approvals',
    '/PAIR',
    '/v1/pairing/codes/../../approvals',
    '/v1/pairing/%63laim',
    '/v1/pairing/claim/',
    '/v1/pairing/claim;x',
    '/v1/pairing/claim#x',
    '/healthz\\..\\v1\\approvals',
    'http://127.0.0.1/pair',
    'https://evil.example/pair',
    '*',
  ].map((path) => ({ tries: `the path ${path}`, head: [`GET ${path} HTTP/1.1`] })),
  { tries: 'another name for this machine', head: [CLAIM], host: 'evil.example' },
  { tries: 'another name at its port', head: [CLAIM], host: 'localhost.evil.example' },
  { tries: 'its name with a dot', head: [CLAIM], host: 'localhost.' },
  { tries: 'a socket elsewhere', head: ['GET /v1/live HTTP/1.1', ...UPGRADE] },
  { tries: 'a tunnel', head: ['CONNECT 127.0.0.1:443 HTTP/1.1'] },
  {
    tries: 'two lengths',
    head: [CLAIM, 'Content-Length: 2', 'Content-Length: 60'],
    body: `{}${SMUGGLED}`,
  },
  {
    tries: 'a length and pieces',
    head: [CLAIM, 'Content-Length: 2', 'Transfer-Encoding: chunked'],
    body: `0\r\n\r\n${SMUGGLED}`,
  },
  { tries: 'pieces by half a name', head: [CLAIM, 'Transfer-Encoding: xchunked'], body: SMUGGLED },
  { tries: 'a name with a blank', head: [CLAIM, 'Content-Length : 2'], body: `{}${SMUGGLED}` },
  { tries: 'a folded line', head: [CLAIM, 'X: a', ' Content-Length: 2'], body: '{}' },
];

/** Requests that go on, without the headers named beside them. */
const PASSED_BARE: readonly Try[] = [
  { tries: 'cookies', head: [CLAIM, 'Cookie: __Host-baton=a', 'Content-Length: 0'] },
  { tries: 'a secret', head: [CLAIM, 'Authorization: Bearer a', 'Content-Length: 0'] },
  {
    tries: 'who it is passed on for',
    head: [CLAIM, 'X-Forwarded-For: 127.0.0.1', 'Forwarded: for=127.0.0.1', 'Content-Length: 0'],
  },
  {
    tries: 'what only a browser says',
    head: [
      CLAIM,
      'Sec-Fetch-Site: same-origin',
      'Baton-Via: face',
      'Baton-Page: a',
      'Content-Length: 0',
    ],
  },
  {
    tries: 'a name that the connection keeps',
    head: [
      CLAIM,
      'Connection: close, origin, authorization',
      'Origin: https://evil.example',
      'Authorization: a',
      'Content-Length: 0',
    ],
  },
];
const KNOWN_NAMES =
  /^(host|origin|accept|content-type|content-length|transfer-encoding|connection|upgrade|sec-websocket-[a-z]+)$/;

/** Certificates of others, each at an address where the server was. */
const SWAPPED: Readonly<Record<string, (other: Certificate) => PlainServer>> = {
  'one that nobody signed': (other) =>
    createServer(other, (_request, response) => response.end('swapped')),
  'none at all': () => createPlain((_request, response) => response.end('swapped')),
};
type Certificate = Awaited<ReturnType<typeof createSelfSignedCertificate>>;

interface Arrived {
  readonly url: string;
  readonly names: readonly string[];
  readonly origin: string | undefined;
}

let trusted: string[];
let own: Certificate;
let server: Server;
let link: LinkToServer;
const arrived: Arrived[] = [];
const troubles: string[] = [];

beforeAll(async () => {
  trusted = getCACertificates('default');
  own = await createSelfSignedCertificate('127.0.0.1');
  setDefaultCACertificates([...trusted, own.cert]);
  server = createServer(own, (request, response) => {
    const { url = '', headers } = request;
    arrived.push({ url, names: Object.keys(headers), origin: headers.origin });
    request.resume();
    response.writeHead(418).end('the server');
  });
  server.on('upgrade', ({ url = '' }, socket) => {
    arrived.push({ url, names: [], origin: undefined });
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  link = await passToServer(urlOf(server), 0, (trouble) => troubles.push(trouble));
});
afterAll(async () => {
  await link?.close();
  server?.closeAllConnections();
  server?.close();
  setDefaultCACertificates(trusted);
});
beforeEach(() => {
  arrived.length = 0;
  troubles.length = 0;
});

function urlOf(listening: PlainServer): URL {
  return new URL(`https://127.0.0.1:${(listening.address() as AddressInfo).port}`);
}

/** All that is answered until the other side is done. */
async function say(to: string, { head, body = '', host }: Try): Promise<string> {
  const { hostname, port } = new URL(to);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => socket.destroy());
  const [first = '', ...more] = head;
  const named = host === undefined ? `${hostname}:${port}` : `${host}:${port}`;
  const lines = [first, `Host: ${named}`, ...more];
  if (!more.some((line) => /^connection/i.test(line))) lines.push('Connection: close');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  return text(socket).catch(() => '');
}

describe('baton link', () => {
  it('passes on what is meant to go on', async () => {
    const said = await say(link.url, { tries: '', head: [CLAIM, 'Content-Length: 0'] });
    expect(said).toContain('the server');
    expect(arrived).toHaveLength(1);
  });

  it.each(KEPT_BACK)('keeps back $tries', async (attempt) => {
    const said = await say(link.url, attempt);
    expect(said).not.toContain('the server');
    expect(arrived).toEqual([]);
  });

  it.each(PASSED_BARE)('passes on no $tries', async (attempt) => {
    await say(link.url, attempt);
    expect(arrived).toHaveLength(1);
    expect(arrived[0]?.names.filter((name) => !KNOWN_NAMES.test(name))).toEqual([]);
  });

  it.each(Object.keys(SWAPPED))(
    'tells nothing to who has %s in the server’s place',
    async (kind) => {
      const other = await createSelfSignedCertificate('127.0.0.1');
      const stranger = SWAPPED[kind]?.(other) as PlainServer;
      const heard: string[] = [];
      stranger.on('request', ({ url = '' }: { url?: string }) => heard.push(url));
      stranger.listen(0, '127.0.0.1');
      await once(stranger, 'listening');
      const led = await passToServer(urlOf(stranger), 0, (trouble) => troubles.push(trouble));
      const said = await say(led.url, {
        tries: '',
        head: [CLAIM, 'Content-Length: 2'],
        body: '{}',
      });
      expect(said).toMatch(/^HTTP\/1.1 502/);
      expect(heard).toEqual([]);
      expect(troubles).toHaveLength(1);
      await led.close();
      stranger.close();
    },
  );

  it('tells nothing to a server of another name, though its certificate is trusted', async () => {
    const elsewhere = await createSelfSignedCertificate('other.example');
    setDefaultCACertificates([...trusted, own.cert, elsewhere.cert]);
    const heard: string[] = [];
    const stranger = createServer(elsewhere, ({ url = '' }, response) => {
      heard.push(url);
      response.end();
    });
    stranger.listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const led = await passToServer(urlOf(stranger), 0, (trouble) => troubles.push(trouble));
    expect(await say(led.url, { tries: '', head: [CLAIM, 'Content-Length: 0'] })).toMatch(/ 502/);
    expect(heard).toEqual([]);
    await led.close();
    stranger.close();
  });
});

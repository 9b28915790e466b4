import { once } from 'node:events';
import { createServer as createTlsServer, type Server } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { passToServer } from '../../../conductor/src/cli/pass-to-server.ts';
import { claimPairing } from '../../../worker/link/pairing.ts';
import { findConductorAddress } from '../../../worker/link/conductor-address.ts';
import { startLinkSession } from '../../../worker/link/link-session.ts';
import { createSelfSignedCertificate } from '../../kit/stand-in/self-signed-certificate.ts';

const trusted = getCACertificates('default');
let own: { readonly key: string; readonly cert: string };
let strange: { readonly key: string; readonly cert: string };

beforeAll(async () => {
  own = await createSelfSignedCertificate('127.0.0.1');
  strange = await createSelfSignedCertificate('127.0.0.1');
  setDefaultCACertificates([...trusted, own.cert]);
});
afterAll(() => setDefaultCACertificates(trusted));

/** Notes all that is asked of it, as a conductor elsewhere or somebody in its place. */
async function far(certificate: { readonly key: string; readonly cert: string }) {
  const asked: {
    readonly line: string;
    readonly headers: IncomingMessage['headers'];
    body: string;
  }[] = [];
  const raw: string[] = [];
  const server: Server = createTlsServer({ ...certificate });
  server.on('secureConnection', (socket) => {
    socket.on('data', (chunk: Buffer) => raw.push(chunk.toString('latin1')));
    socket.on('error', () => undefined);
  });
  server.on('request', (request, response) => {
    const one = { line: `${request.method} ${request.url}`, headers: request.headers, body: '' };
    asked.push(one);
    request.on('data', (chunk: Buffer) => (one.body += chunk.toString('utf8')));
    request.on('end', () => response.end('{"told":true}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, raw, url: new URL(`https://127.0.0.1:${port}`) };
}

async function linked(to: URL) {
  const troubles: string[] = [];
  const link = await passToServer(to, 0, (text) => troubles.push(text));
  onTestFinished(() => link.close());
  return { url: link.url, port: Number(new URL(link.url).port), troubles };
}

/** Sends bytes as they are, and gives what came back until the end, or until nothing more comes. */
async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let got = '';
  socket.on('data', (chunk: Buffer) => (got += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.write(Buffer.from(bytes, 'latin1'));
  const closed = once(socket, 'close');
  socket.setTimeout(1_500, () => socket.destroy());
  await closed;
  return got;
}

describe('who stands between a link and its server', () => {
  it.each([
    ['as it is', undefined],
    ['where the environment lets any certificate pass', '0'],
  ])('with a certificate of their own is told nothing, %s', async (_name, setting) => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    if (setting !== undefined) process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = setting;
    onTestFinished(() => {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    });
    const middle = await far(strange);
    const { url, troubles } = await linked(middle.url);
    const answer = await fetch(`${url}/v1/pairing/claim`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"code":"canary"}',
    });
    expect(answer.status).toBe(502);
    expect(troubles).toHaveLength(1);
    if (setting !== undefined) process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = setting;
    const found = await findConductorAddress({ url: middle.url.origin, conductorDir: undefined });
    if (!found.ok) throw new Error(found.error);
    const claimed = await claimPairing(found.value.last, 'canary', '1');
    expect(claimed.ok).toBe(false);
    const { promise, resolve } = Promise.withResolvers<string>();
    const session = startLinkSession({
      url: middle.url.origin,
      isThere: () => true,
      token: 'canary',
      origin: 'baton-worker://x',
      version: '1',
      store: { streams: () => ({ received: 0 }) } as never,
      welcomed: () => resolve('welcomed'),
      take: () => undefined,
      untrusted: () => resolve('untrusted'),
      closed: () => resolve('closed'),
    });
    expect(await promise).toBe('untrusted');
    session.close();
    expect(middle.raw.join('')).not.toContain('canary');
    expect(middle.asked).toEqual([]);
  });
});

describe('whoever asks a link', () => {
  const HIDDEN = 'GET /healthz?smuggled HTTP/1.1\r\nhost: evil\r\nauthorization: Bearer x\r\n\r\n';

  it.each([
    [
      'in pieces',
      `transfer-encoding: chunked\r\n\r\n${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`,
    ],
    ['in pieces, by another name', `Transfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`],
    ['of a length, twice', `content-length: 5\r\ncontent-length: 90\r\n\r\nhello${HIDDEN}`],
    [
      'of a length and in pieces',
      `content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n${HIDDEN}`,
    ],
    ['with a length that ends early', `content-length: 0\r\n\r\n${HIDDEN}`],
    [
      'whose length no hop is to see',
      `connection: content-length\r\ncontent-length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
    ],
  ])('with a body %s has no second request told', async (_name, rest) => {
    const server = await far(own);
    const { port } = await linked(server.url);
    await sendRaw(port, `POST /v1/pairing/claim HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${rest}`);
    expect(server.asked.filter(({ line }) => line.includes('smuggled'))).toEqual([]);
    for (const { headers } of server.asked) expect(headers.authorization).toBeUndefined();
  });

  it('with a body in pieces has it told whole', async () => {
    const server = await far(own);
    const { port } = await linked(server.url);
    const said = await sendRaw(
      port,
      `POST /v1/pairing/claim HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    );
    expect(said).toMatch(/^HTTP\/1\.1 200 /);
    expect(server.asked.map(({ body }) => body)).toEqual(['hello']);
  });

  it.each([
    '/v1/conversations',
    '//v1/pairing/claim',
    '/v1/pairing/../conversations',
    '/v1/pairing/claim/../../conversations',
    '/v1/pairing/%2e%2e/conversations',
    '/pair/../v1/conversations',
    'https://evil/pair',
    'http://evil/v1/pairing/claim',
    '*',
    '/pair#/../v1',
    '/pair\\..\\v1',
    '/PAIR',
  ])('for %s is not passed on', async (path) => {
    const server = await far(own);
    const { port } = await linked(server.url);
    await sendRaw(port, `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
    expect(server.asked).toEqual([]);
  });

  it.each([
    'evil.example',
    '127.0.0.1',
    'localhost.evil.example',
    '127.0.0.1:PORT.evil',
    '[::1]:PORT',
    'LOCALHOST:PORT',
    'baton.localhost:PORT',
    '',
  ])('under the name "%s" is not passed on', async (host) => {
    const server = await far(own);
    const { port } = await linked(server.url);
    const named = host.replace('PORT', String(port));
    await sendRaw(port, `GET /healthz HTTP/1.1\r\nhost: ${named}\r\n\r\n`);
    await sendRaw(
      port,
      `GET /healthz HTTP/1.1\r\nhost: ${named}\r\nhost: 127.0.0.1:${port}\r\n\r\n`,
    );
    expect(server.asked).toEqual([]);
  });

  it('with headers of any kind has none of them told but those that are meant', async () => {
    const server = await far(own);
    const { port } = await linked(server.url);
    const more = [
      'authorization: Bearer canary',
      'cookie: __Host-baton=canary',
      'baton-page: canary',
      'baton-via: canary',
      'x-forwarded-for: canary',
      'forwarded: for=canary',
      'expect: 100-continue',
      'te: trailers',
      'idempotency-key: canary',
      'proxy-authorization: canary',
      'sec-fetch-site: same-origin',
    ];
    await sendRaw(
      port,
      `GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${more.join('\r\n')}\r\n\r\n`,
    );
    expect(server.asked).toHaveLength(1);
    expect(JSON.stringify(server.asked)).not.toContain('canary');
  });

  it('with any bytes does not end it', async () => {
    const server = await far(own);
    const { port, url } = await linked(server.url);
    const host = `host: 127.0.0.1:${port}\r\n`;
    const odd = [
      `GET /pair?\xff\x80 HTTP/1.1\r\n${host}\r\n`,
      `GET /healthz HTTP/1.1\r\n${host}origin: \xff\x80\r\n\r\n`,
      `GET /healthz HTTP/1.1\r\n${host}origin: \x7f\r\n\r\n`,
      `FOO /healthz HTTP/1.1\r\n${host}\r\n`,
      `CONNECT /healthz HTTP/1.1\r\n${host}\r\n`,
      `GET /bridge HTTP/1.1\r\n${host}connection: upgrade\r\nupgrade: websocket\r\n\r\nmore`,
      `GET /pair HTTP/1.1\r\n${host}connection: upgrade\r\nupgrade: h2c\r\ncontent-length: 9\r\n\r\n`,
      `GET /v1/bridge HTTP/1.1\r\n${host}connection: upgrade\r\nupgrade: \xff\r\nsec-websocket-key: \xff\r\n\r\n`,
      `TRACE /healthz HTTP/1.1\r\n${host}\r\n`,
      `POST /v1/pairing/claim HTTP/1.1\r\n${host}expect: 200-maybe\r\ncontent-length: 5\r\n\r\nhe`,
      `POST /v1/pairing/claim HTTP/1.1\r\n${host}content-length: 99999999999999999999\r\n\r\n`,
      `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
      `GET /healthz HTTP/1.1\r\n${host}content-length: 4\r\n\r\nbody`,
      `HEAD /healthz HTTP/1.1\r\n${host}\r\n`,
      `\x16\x03\x01\x02\x00`,
    ];
    await Promise.all(odd.map((bytes) => sendRaw(port, bytes)));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});

it('an answer that breaks off is not taken for a whole one by who asked through a link', async () => {
  const server = createTlsServer({ ...own }, (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setImmediate(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { url } = await linked(
    new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`),
  );
  const asked = fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) }).then((one) =>
    one.text(),
  );
  await expect(asked).rejects.not.toMatchObject({ name: 'TimeoutError' });
});

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { sampled } from '../../kit/samples.ts';
import { createSelfSignedCertificate } from '../../kit/stand-in/self-signed-certificate.ts';
import { startWorkerProcess } from '../../kit/running-worker.ts';

// Who takes the dial of a worker has it run commands, and who hears its code or its token can pass for it.

const DIR = realpathSync(mkdtempSync(join(tmpdir(), 'dials-')));
const CODE = 'code-of-a-link-4711';
const TOKEN = 'token-of-the-worker-4711';
let own: { key: string; cert: string };
let other: { key: string; cert: string };
let folders = 0;
const open: Server[] = [];

beforeAll(async () => {
  [own, other] = await Promise.all([
    createSelfSignedCertificate('127.0.0.1'),
    createSelfSignedCertificate('conductor.example'),
  ]);
  writeFileSync(join(DIR, 'own.pem'), own.cert);
  writeFileSync(join(DIR, 'other.pem'), other.cert);
});
afterEach(() => open.splice(0).forEach((server) => server.close()));
afterAll(() => rmSync(DIR, { recursive: true, force: true }));

interface Listening {
  readonly url: string;
  /** All that was said to it, once TLS stood. */
  readonly heard: string[];
}

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => void;

async function listen(
  with_: { key: string; cert: string } | null,
  answer: Answer,
  more: object = {},
): Promise<Listening> {
  const heard: string[] = [];
  const on = (request: IncomingMessage, response: ServerResponse): void => {
    void text(request).then((body) => {
      heard.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
      answer(request, body, response);
    });
  };
  const server = with_ === null ? createPlainServer(on) : createServer({ ...with_, ...more }, on);
  server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    heard.push(`${request.url} ${JSON.stringify(request.headers)}`);
    socket.on('error', () => undefined);
    if (upgrade === null) {
      socket.destroy();
      return;
    }
    socket.write(upgrade);
    socket.on('data', (data) => heard.push(data.toString('latin1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  const { port } = server.address() as AddressInfo;
  return { url: `${with_ === null ? 'http' : 'https'}://127.0.0.1:${port}`, heard };
}

/** Answer to an upgrade; null: its connection is ended. */
let upgrade: string | null = null;

const grants: Answer = (_request, _body, response) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ client_id: 'c1', token: TOKEN }));

/** Returns the words of the worker at its end, within some seconds. */
async function dial(
  url: string,
  { env = {}, told = {} }: { readonly env?: Record<string, string>; readonly told?: object } = {},
): Promise<string> {
  const worker = startWorkerProcess(
    join(DIR, `data-${(folders += 1)}`),
    { url, code: CODE, roots: [DIR], ...told },
    { HOME: DIR, NODE_EXTRA_CA_CERTS: join(DIR, 'own.pem'), ...env },
  );
  const ends = once(worker.child, 'exit');
  const timer = setTimeout(() => void worker.stop(), 6_000);
  await ends;
  clearTimeout(timer);
  return worker.said;
}

test.each([
  ['that nobody vouches for', { NODE_EXTRA_CA_CERTS: '' }, () => own],
  ['of another name', { NODE_EXTRA_CA_CERTS: join(DIR, 'other.pem') }, () => other],
  ['that was replaced', {}, () => other],
  [
    'and a setting that takes any',
    { NODE_EXTRA_CA_CERTS: '', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    () => own,
  ],
] as const)('a code is not said to a certificate %s', async (_what, env, certificate) => {
  const stranger = await listen(certificate(), grants);
  expect(await dial(stranger.url, { env })).toMatch(/certificate/i);
  expect(stranger.heard).toEqual([]);
});

test('a code is not said where TLS is older than what is safe', async () => {
  const stranger = await listen(own, grants, {
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  await dial(stranger.url);
  expect(stranger.heard).toEqual([]);
});

test.each(['http://127.0.0.1:1', 'ws://127.0.0.1:1', 'HTTP://127.0.0.1:1', 'ftp://127.0.0.1'])(
  'an address without TLS is not dialled: %s',
  async (url) => {
    expect(await dial(url)).toMatch(/https/);
  },
);

test('a code is not said where no TLS is spoken at an https address', async () => {
  const plain = await listen(null, grants);
  await dial(plain.url.replace('http:', 'https:'));
  expect(plain.heard).toEqual([]);
});

test.each(sampled([301, 302, 307, 308], 2))(
  'a code does not go where a claim is led by %i',
  async (status) => {
    const stranger = await listen(null, grants);
    const conductor = await listen(own, (_request, _body, response) =>
      response.writeHead(status, { location: `${stranger.url}/v1/pairing/claim` }).end(),
    );
    await dial(conductor.url);
    expect(conductor.heard.length).toBeGreaterThan(0);
    expect(stranger.heard).toEqual([]);
  },
);

test.each(sampled([301, 302, 307, 308], 0))(
  'a token does not go where a dial is led by %i',
  async (status) => {
    const stranger = await listen(null, grants);
    const conductor = await listen(own, grants);
    upgrade = `HTTP/1.1 ${status} Moved\r\nlocation: ${stranger.url}/bridge\r\ncontent-length: 0\r\n\r\n`;
    await dial(conductor.url);
    upgrade = null;
    expect(conductor.heard.length).toBeGreaterThan(1);
    expect(stranger.heard).toEqual([]);
    // It stands in the first frame alone, and none was sent.
    expect(conductor.heard.join('\n')).not.toContain(TOKEN);
  },
  20_000,
);

test('words of a stranger steer no terminal that shows why a worker ends', async () => {
  const conductor = await listen(own, (_request, _body, response) =>
    response
      .writeHead(403, { 'content-type': 'application/json' })
      .end(JSON.stringify({ detail: '\u001b]0;stolen\u0007\u001b[2J\u202Eword' })),
  );
  // eslint-disable-next-line no-control-regex
  expect(await dial(conductor.url)).not.toMatch(/[\u001b\u0007\u202E]/);
});

import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

import type { BridgeServices } from '../../conductor/src/edges/bridge/bridge-services.ts';
import { openSession } from '../../conductor/src/edges/bridge/session.ts';
import { BRIDGE_PATH, SUBPROTOCOL } from '../../shared/protocol/index.ts';
import { runtimeReport } from '../kit/browser-frames.ts';
import { startTestConductor, type TestConductor } from '../kit/running-conductor.ts';
import { SIMULATED_ORIGIN } from '../kit/simulated-browser.ts';

let conductor: TestConductor;
beforeAll(async () => {
  conductor = await startTestConductor();
});
afterAll(() => conductor.end());

const MIB = 2 ** 20;
const IS_LONG = process.env['BATON_SECURITY'] === 'long';

/** Takes everything and lets nothing out: the other side reads no more. */
class DeafSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;

  send(text: string): void {
    this.bufferedAmount += text.length;
  }

  terminate(): void {
    this.readyState = 3;
    this.emit('close');
  }
}

/** A socket of a paired browser that has said hello, with all that ws lets one choose. */
async function welcomed(options: object = {}): Promise<WebSocket> {
  const { token } = await conductor.pair();
  const socket = new WebSocket(
    `${conductor.url.replace('http', 'ws')}${BRIDGE_PATH}`,
    SUBPROTOCOL,
    { origin: SIMULATED_ORIGIN, ...options },
  );
  onTestFinished(() => socket.terminate());
  socket.on('error', () => undefined);
  await once(socket, 'open');
  const browser = { name: 'x', version: '1' };
  socket.send(
    JSON.stringify({
      v: 1,
      id: 'h',
      type: 'hello',
      token,
      last_seq: 0,
      browser,
      extension_version: '1',
    }),
  );
  await once(socket, 'message');
  return socket;
}

/** Raw bytes in, all bytes out until the other side ends. */
/** Empty where the connection was cut before all was sent: the system drops the answer with it. */
async function rawly(...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(Number(new URL(conductor.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  for (const part of parts) socket.write(part);
  // An error comes before it: the system resets a connection of which not all was read.
  await new Promise((resolve) => void socket.once('close', resolve));
  return said;
}

const head = (...lines: readonly string[]): string =>
  [...lines, `host: 127.0.0.1:${new URL(conductor.url).port}`, 'connection: close', '', ''].join(
    '\r\n',
  );

describe('a peer over HTTP', () => {
  it('that packs its body is not unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(64 * MIB, 'x'));
    expect(packed.length).toBeLessThan(MIB / 8);
    const before = process.memoryUsage().rss;
    for (const path of ['/v1/pairing/claim', '/v1/settings', '/v1/import', '/mcp']) {
      const answer = await fetch(`${conductor.url}${path}`, {
        method: path === '/v1/settings' ? 'PATCH' : 'POST',
        headers: {
          authorization: `Bearer ${conductor.adminSecret}`,
          'content-type': path === '/v1/import' ? 'application/x-ndjson' : 'application/json',
          'content-encoding': 'gzip',
          ...(path === '/v1/pairing/claim' && { origin: SIMULATED_ORIGIN }),
        },
        body: packed,
      });
      expect([path, [400, 413, 415].includes(answer.status)]).toEqual([path, true]);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * MIB);
  });

  it.each([
    ['names more than it sends', ['content-length: 999999999', '']],
    ['sends its body in pieces without an end', ['transfer-encoding: chunked', '']],
  ])('that %s is cut off at the limit of the route', async (_what, [sized = '']) => {
    const start = head(
      'POST /v1/pairing/claim HTTP/1.1',
      `origin: ${SIMULATED_ORIGIN}`,
      'content-type: application/json',
      sized,
    );
    const piece = 'x'.repeat(16_384);
    const chunks = Array.from({ length: 16 }, () =>
      sized.startsWith('transfer') ? `4000\r\n${piece}\r\n` : piece,
    );
    expect(await rawly(start, ...chunks)).toMatch(/^(HTTP\/1\.1 413 |$)/);
  });

  it('whose header has no end is refused', async () => {
    const said = await rawly(`GET / HTTP/1.1\r\nx: ${'x'.repeat(1_100_000)}\r\n\r\n`);
    expect(said).toMatch(/^(HTTP\/1\.1 431 |$)/);
  });

  it.each([
    ['two lengths', ['content-length: 5', 'content-length: 50']],
    ['a length and pieces', ['content-length: 5', 'transfer-encoding: chunked']],
    ['no Host', null],
    ['a line that is none', ['a b c']],
  ])('that sends %s is refused, and nothing behind it is heard', async (_what, lines) => {
    const smuggled = head('GET /healthz HTTP/1.1');
    const first =
      lines === null
        ? 'POST /v1/pairing/claim HTTP/1.1\r\n\r\n'
        : head('POST /v1/pairing/claim HTTP/1.1', ...lines);
    const said = await rawly(first, smuggled);
    expect(said).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(said).not.toContain('"ok":true');
  });

  it.runIf(IS_LONG)(
    'that takes its time is given half a minute, and no more',
    async () => {
      const socket = connect(Number(new URL(conductor.url).port), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      let said = '';
      socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1')));
      socket.on('error', () => undefined);
      socket.write(`POST /v1/pairing/claim HTTP/1.1\r\ncontent-length: 60000\r\n`);
      const drip = setInterval(() => socket.write('x: y\r\n'), 1_000);
      const startedAt = performance.now();
      await once(socket, 'close');
      clearInterval(drip);
      expect(said).toMatch(/^HTTP\/1\.1 408 /);
      expect(performance.now() - startedAt).toBeLessThan(35_000);
    },
    60_000,
  );
});

describe('a slow peer', () => {
  const LIMIT_MS = 500;
  /** Far more than the limit, for a machine that is busy, and far less than any of Node's own. */
  const SOON_MS = 30_000;
  let hurried: TestConductor;
  beforeAll(async () => {
    hurried = await startTestConductor({ requestTimeoutMs: LIMIT_MS, helloTimeoutMs: LIMIT_MS });
  });
  afterAll(() => hurried.end());

  interface Slowness {
    readonly path?: string;
    readonly headers?: readonly string[];
    /** After the headers. */
    readonly more?: string;
    /** Sent over and over. */
    readonly drip?: string;
    readonly times?: number;
    readonly reads?: boolean;
  }

  /** How long until the other side ends it. A peer that does not read learns of it by what it cannot send. */
  async function endsAfter({
    path = 'POST /v1/pairing/claim',
    headers = [],
    more = '\r\n',
    drip = '\r\n',
    times = 1,
    reads = true,
  }: Slowness): Promise<number> {
    const { host, port } = new URL(hurried.url);
    const lines = [`${path} HTTP/1.1`, `host: ${host}`, ...headers, ''];
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    if (reads) socket.resume();
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
    });
    const startedAt = performance.now();
    if (path !== '') socket.write(`${lines.join('\r\n')}${more}`.repeat(times));
    const dripping = setInterval(() => socket.write(drip), LIMIT_MS / 10);
    await closed;
    clearInterval(dripping);
    return performance.now() - startedAt;
  }

  const JSON_TYPE = 'content-type: application/json';
  it.each<readonly [string, Slowness]>([
    ['says nothing', { path: '', drip: '' }],
    ['drips its headers', { more: '', drip: 'x: y\r\n' }],
    ['drips its body', { headers: [JSON_TYPE, 'content-length: 60000'], drip: ' ' }],
    [
      'drips its body in pieces',
      { headers: [JSON_TYPE, 'transfer-encoding: chunked'], drip: '1\r\n \r\n' },
    ],
    [
      'drips the body of what is refused',
      { path: 'PATCH /v1/settings', headers: [JSON_TYPE, 'content-length: 60000'], drip: ' ' },
    ],
    ['has its answer and stays', { path: 'GET /healthz', drip: '' }],
    ['drips empty lines after its answer', { path: 'GET /healthz' }],
    [
      'drips the headers of its second request',
      { path: 'GET /healthz', more: '\r\nGET /healthz HTTP/1.1\r\n', drip: 'x: y\r\n' },
    ],
    ['asks for much and reads none of it', { path: 'GET /openapi.json', times: 100, reads: false }],
  ])('that %s is let go', async (_what, slowness) => {
    expect(await endsAfter(slowness)).toBeLessThan(SOON_MS);
  });

  it('that follows the trail and never reads is let go', async () => {
    const db = new Database(join(hurried.dataDir, 'baton.db'));
    const add = db.prepare(
      `insert into events (type, subject_id, actor, at, detail_json) values ('x.y', 'z', 'test', 1, ?)`,
    );
    db.transaction(() => {
      for (let count = 0; count < 300; count += 1)
        add.run(JSON.stringify({ text: 'x'.repeat(100_000) }));
    })();
    db.close();
    const headers = [`authorization: Bearer ${hurried.adminSecret}`];
    const path = 'GET /v1/events?after=0';
    expect(await endsAfter({ path, headers, reads: false })).toBeLessThan(SOON_MS);
  });

  it('that answers no goodbye of the bridge is let go', async () => {
    await hurried.pair();
    const headers = [
      `origin: ${SIMULATED_ORIGIN}`,
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      `sec-websocket-protocol: ${SUBPROTOCOL}`,
    ];
    const path = `GET ${BRIDGE_PATH}`;
    expect(await endsAfter({ path, headers, drip: '' })).toBeLessThan(SOON_MS);
  });

  it('is only who is slow itself: who waits for us is kept, and a link that is quiet', async () => {
    const { browser, inbox } = await hurried.browser();
    browser.send(runtimeReport(['a']));
    const { local_conversation_id: id } = await inbox.first('conversation.state');
    await hurried.setMode(id, 'auto');
    const waitMs = 4 * LIMIT_MS;
    const path = `/v1/conversations/${id}/messages?wait=final&timeout_ms=${waitMs}`;
    const waiting = hurried.admin('POST', path, { text: 'Hello.' });
    await inbox.first('delivery.enqueue');
    expect(await (await waiting).json()).toMatchObject({ timed_out: true });
    await hurried.setMode(id, 'paused');
    await inbox.first('conversation.state', ({ mode }) => mode === 'paused');
  });
});

/** As a line of the log has it. */
const DEBUG = 20;

describe('a peer over the bridge', () => {
  it('that sends more than a hello before it is known is given up, and one that is known is not', async () => {
    const known = await welcomed();
    const stranger = new WebSocket(
      `${conductor.url.replace('http', 'ws')}${BRIDGE_PATH}`,
      SUBPROTOCOL,
      { origin: SIMULATED_ORIGIN },
    );
    onTestFinished(() => stranger.terminate());
    stranger.on('error', () => undefined);
    await once(stranger, 'open');
    const closed = once(stranger, 'close');
    // FIN, text; masked; of 30 MiB, of which little comes: nobody has all of it to judge.
    const start = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0x01, 0xe0, 0, 0, 0, 0, 0, 0]);
    for (const socket of [stranger, known]) {
      const { _socket: wire } = socket as unknown as { _socket: NodeJS.WritableStream };
      wire.write(Buffer.concat([start, Buffer.alloc(MIB / 4, 'x')]));
    }
    // Without a limit it would be the wait for its hello that ends it, by 4408.
    expect((await closed)[0]).toBe(1006);
    expect(known.readyState).toBe(WebSocket.OPEN);
  });

  it('is not offered to pack frames, and one that does is closed', async () => {
    const socket = await welcomed({ perMessageDeflate: true });
    expect(socket.extensions).toBe('');
    const closed = once(socket, 'close');
    // FIN, RSV1, text; masked, of one byte.
    const raw = (socket as unknown as { _socket: NodeJS.WritableStream })._socket;
    raw.write(Buffer.from([0xc1, 0x81, 0, 0, 0, 0, 0x78]));
    expect((await closed)[0]).toBe(1002);
  });

  it('that breaks WebSockets one after the other is in the log once', async () => {
    const own = await startTestConductor();
    onTestFinished(() => own.end());
    await own.browser();
    const before = own.log.length;
    for (let number = 0; number < 5; number += 1) {
      const stranger = new WebSocket(
        `${own.url.replace('http', 'ws')}${BRIDGE_PATH}`,
        SUBPROTOCOL,
        { origin: SIMULATED_ORIGIN },
      );
      stranger.on('error', () => undefined);
      await once(stranger, 'open');
      const closed = once(stranger, 'close');
      // FIN, RSV1, text; masked, of one byte.
      const raw = (stranger as unknown as { _socket: NodeJS.WritableStream })._socket;
      raw.write(Buffer.from([0xc1, 0x81, 0, 0, 0, 0, 0x78]));
      await closed;
    }
    const said = own.log.slice(before).filter(({ level }) => Number(level) > DEBUG);
    expect(said).toMatchObject([{ msg: 'a WebSocket broke', times: 1 }]);
  });

  it('that asks and never reads the answers is given up', async () => {
    const deaf = new DeafSocket();
    const reasons: string[] = [];
    const services = {
      settings: {
        pingIntervalMs: 20_000,
        helloTimeoutMs: 10_000,
        maxFrameBytes: MIB,
        framesPerSecond: 500,
        version: '0',
      },
      log: { debug: () => undefined, info: () => undefined, warn: () => undefined },
      now: () => 0,
      steadyNow: (
        (now) => () =>
          (now += 1_000)
      )(0),
      newId: () => 'x'.repeat(21),
      authenticate: () => Promise.resolve({ clientId: 'c' }),
      welcome: () => Promise.resolve({ lastReceivedSeq: 0, sentSeq: 0, heldJobIds: [] }),
      acknowledge: () => undefined,
      framesAfter: () => Promise.resolve([]),
      closed: (reason: string) => void reasons.push(reason),
    } as unknown as BridgeServices;
    const { promise: isWelcome, resolve: welcome } = Promise.withResolvers<void>();
    openSession(deaf as unknown as WebSocket, SIMULATED_ORIGIN, services, () => welcome());
    const say = (frame: object): unknown =>
      deaf.emit('message', Buffer.from(JSON.stringify(frame)));
    const browser = { name: 'x', version: '1' };
    const token = 'x'.repeat(43);
    say({ v: 1, id: 'h', type: 'hello', token, last_seq: 0, browser, extension_version: '1' });
    await isWelcome;
    let asked = 0;
    while (deaf.readyState === 1 && (asked += 1) < 1_000_000)
      say({ v: 1, id: 'p'.repeat(100), type: 'ping' });
    expect([deaf.readyState, reasons]).toEqual([3, ['flooding']]);
    expect(deaf.bufferedAmount).toBeLessThan(17 * MIB);
  });
});

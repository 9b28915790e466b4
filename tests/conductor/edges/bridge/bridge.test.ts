import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

import {
  BRIDGE_PATH,
  type ConductorFrame,
  parseConductorFrame,
  PROTOCOL_VERSION,
  SUBPROTOCOL,
} from '../../../../shared/protocol/index.ts';
import { asking, finalMessage, runtimeReport } from '../../../kit/browser-frames.ts';
import { runConductor, type RunningConductor } from '../../../kit/running-conductor.ts';
import { SIMULATED_ORIGIN } from '../../../kit/simulated-browser.ts';

const CHROME_ID = 'abcdefghijklmnopabcdefghijklmnop';

const CHROME_ORIGIN = `chrome-extension://${CHROME_ID}`;

/** A socket that says nothing by itself. */
async function bareSocket(
  { url }: RunningConductor,
  origin = SIMULATED_ORIGIN,
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${BRIDGE_PATH}`, SUBPROTOCOL, {
    origin,
  });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

function hello(token: string, more: object = {}): string {
  return JSON.stringify({
    v: PROTOCOL_VERSION,
    id: 'h',
    type: 'hello',
    token,
    last_seq: 0,
    browser: { name: 'bare', version: '1' },
    extension_version: '1',
    ...more,
  });
}

async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = (await once(socket, 'close')) as [number];
  return code;
}

/** Status of the answer to a handwritten upgrade request. 101: it was let in. */
async function upgrade(
  { url }: RunningConductor,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; body: string }> {
  const asked = request(`${url}${BRIDGE_PATH}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64'),
      'sec-websocket-protocol': SUBPROTOCOL,
      ...headers,
    },
  });
  asked.end();
  return new Promise((resolve, reject) => {
    asked.on('error', reject);
    asked.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, body: '' });
    });
    asked.on('response', (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
  });
}

describe('an upgrade', () => {
  it.each([
    ['the origin of a paired browser', CHROME_ORIGIN, 101],
    ['no origin', null, 403],
    ['the null origin', 'null', 403],
    ['a web page', 'https://chatgpt.com', 403],
    ['an unpaired extension', `chrome-extension://${'p'.repeat(32)}`, 403],
    ['an origin that a paired one begins', `${CHROME_ORIGIN}.evil.example`, 403],
    ['an origin that begins a paired one', CHROME_ORIGIN.slice(0, -1), 403],
    ['a paired origin with a port', `${CHROME_ORIGIN}:80`, 403],
    ['a paired origin with a slash', `${CHROME_ORIGIN}/`, 403],
    ['a paired origin in capitals', CHROME_ORIGIN.toUpperCase(), 403],
    ['the conductor itself', 'own', 403],
  ])('from %s is answered rightly', async (_who, origin, status) => {
    const conductor = await runConductor();
    await conductor.pair(CHROME_ORIGIN);
    const claimed = origin === 'own' ? conductor.url : origin;
    const answer = await upgrade(conductor, claimed === null ? {} : { origin: claimed });
    expect(answer.status).toBe(status);
    if (status === 403) expect(JSON.parse(answer.body)).toMatchObject({ code: 'forbidden_origin' });
  });

  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost.evil.example:PORT',
    '127.0.0.1:PORT.evil.example',
  ])('to the rebound host %s is refused', async (host) => {
    const conductor = await runConductor();
    await conductor.pair();
    const { port } = new URL(conductor.url);
    const answer = await upgrade(conductor, {
      origin: SIMULATED_ORIGIN,
      host: host.replace('PORT', port),
    });
    expect(answer.status).toBe(421);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'forbidden_host' });
  });
});

describe('a first frame', () => {
  it.each([
    ['with a wrong token', hello('x'.repeat(43)), 4401],
    ['without a token', JSON.stringify({ v: 1, id: 'h', type: 'hello', last_seq: 0 }), 4400],
    ['that is no hello', JSON.stringify({ v: 1, id: 'p', type: 'ping' }), 4400],
    ['that is not JSON', 'hello?', 4400],
    ['that is an array', '[]', 4400],
    [
      'that is a business frame',
      JSON.stringify({ v: 1, id: 'b', seq: 1, ...finalMessage('a', 'r', '') }),
      4400,
    ],
    ['of another revision', hello('x'.repeat(43), { v: 2 }), 4426],
  ])('%s ends the connection', async (_what, frame, code) => {
    const conductor = await runConductor();
    await conductor.pair();
    const socket = await bareSocket(conductor);
    socket.send(frame);
    expect(await closeCode(socket)).toBe(code);
  });

  it('in binary ends the connection', async () => {
    const conductor = await runConductor();
    const { token } = await conductor.pair();
    const socket = await bareSocket(conductor);
    socket.send(Buffer.from(hello(token)));
    expect(await closeCode(socket)).toBe(4400);
  });

  it('that never comes ends the connection', async () => {
    const conductor = await runConductor({ helloTimeoutMs: 50 });
    await conductor.pair();
    const socket = await bareSocket(conductor);
    expect(await closeCode(socket)).toBe(4408);
  });

  it('with the token of another origin ends the connection', async () => {
    const conductor = await runConductor();
    const { token } = await conductor.pair(SIMULATED_ORIGIN);
    await conductor.pair(CHROME_ORIGIN);
    const socket = await bareSocket(conductor, CHROME_ORIGIN);
    socket.send(hello(token));
    expect(await closeCode(socket)).toBe(4401);
  });

  it('said twice is told so, and the connection stays', async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.raw(hello(browser.disk.token));
    expect(await inbox.first('error')).toMatchObject({ code: 'out_of_order', ref_id: 'h' });
    browser.send(runtimeReport([]));
    await inbox.allAcked();
  });
});

describe('a frame that cannot be taken', () => {
  const wrong = (id: string, fields: object) => JSON.stringify({ v: 1, id, ...fields });

  it.each([
    [
      'of an unknown type',
      wrong('x', { type: 'browser.explode' }),
      { code: 'unknown_type', path: 'type' },
    ],
    [
      "of the conductor's own",
      wrong('x', { type: 'welcome' }),
      { code: 'unknown_type', path: 'type' },
    ],
    [
      'named after an object part',
      wrong('x', { type: 'constructor' }),
      { code: 'unknown_type', path: 'type' },
    ],
    ['without a type', wrong('x', {}), { code: 'malformed_frame', path: 'type' }],
    [
      'of another revision',
      JSON.stringify({ v: 2, id: 'x', type: 'ping' }),
      { code: 'malformed_frame', path: 'v' },
    ],
    [
      'with a wrong type deep inside',
      wrong('x', {
        seq: 1,
        ...runtimeReport(['a', { remote_conversation_id: 'b', platform: 'NOT A PLATFORM' }]),
      }),
      { code: 'malformed_frame', path: 'runtimes[1].platform' },
    ],
    [
      'with a text for a number',
      wrong('x', { ...finalMessage('a', 'r', ''), seq: 'next' }),
      { code: 'malformed_frame', path: 'seq' },
    ],
  ])('%s is answered where it is wrong, and the connection stays', async (_what, raw, fault) => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.raw(raw);
    expect(await inbox.first('error')).toMatchObject({
      ...fault,
      ref_id: 'x',
      message: expect.stringMatching(/./),
    });
    browser.raw(wrong('p', { type: 'ping' }));
    expect(await inbox.first('pong')).toMatchObject({ ping_id: 'p' });
    expect(inbox.of('error')).toHaveLength(1);
  });

  it.each(['', '{', 'null', '"text"', Buffer.from('{"v":1,"id":"x","type":"ping"}')])(
    'as %j is answered, and the connection stays',
    async (raw) => {
      const conductor = await runConductor();
      const { browser, inbox } = await conductor.browser();
      browser.raw(raw);
      expect(await inbox.first('error')).toMatchObject({
        code: 'malformed_frame',
        path: null,
        ref_id: null,
      });
      browser.raw(wrong('p', { type: 'ping' }));
      await inbox.first('pong');
    },
  );

  it('does not hold up the frames behind it', async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.raw(wrong('x', { seq: 1, ...runtimeReport(['a']), complete: 'yes' }));
    browser.disk.lastSentSeq = 1;
    browser.send(runtimeReport(['a']));
    await inbox.allAcked();
    expect(inbox.of('error')).toMatchObject([{ path: 'complete' }]);
    expect(conductor.rows('select remote_conversation_id from conversations')).toEqual([
      { remote_conversation_id: 'a' },
    ]);
  });

  it.each([
    ['out of shape', { type: 'runtime.report', runtimes: 7 }, 'malformed_frame'],
    ['in shape', runtimeReport(['ahead']), 'out_of_order'],
  ])(
    'because it is %s and far ahead does not make the frames behind it look old',
    async (_what, body, code) => {
      const conductor = await runConductor();
      const { browser, inbox } = await conductor.browser();
      browser.send(runtimeReport(['a']));
      browser.raw(JSON.stringify({ v: 1, id: 'ahead', seq: 1_000_000, ...body }));
      browser.send(runtimeReport(['a', 'b']));
      await inbox.allAcked();
      expect(inbox.of('error')).toMatchObject([{ code, ref_id: 'ahead' }]);
      expect(conductor.rows('select remote_conversation_id as id from conversations')).toEqual([
        { id: 'a' },
        { id: 'b' },
      ]);
      expect(conductor.rows('select last_received_seq as seq from clients')).toEqual([{ seq: 2 }]);
    },
  );
});

describe('a frame that is too large', () => {
  it.each([
    ['a little over the limit', 8 * 1_048_576 + 1, 4413],
    ['of 10 MiB', 10 * 1_048_576, 4413],
  ])('%s ends its connection and no other', async (_what, bytes, code) => {
    const conductor = await runConductor();
    const bystander = await conductor.browser();
    const { token } = await conductor.pair(CHROME_ORIGIN);
    const socket = await bareSocket(conductor, CHROME_ORIGIN);
    socket.send(hello(token));
    await once(socket, 'message');
    socket.send('x'.repeat(bytes));
    expect(await closeCode(socket)).toBe(code);
    bystander.browser.send(runtimeReport(['a']));
    await bystander.inbox.first('conversation.state');
    expect(bystander.inbox.of('welcome')).toHaveLength(1);
  });
});

describe('a browser that sends without end', () => {
  it('is cut off, and no other', async () => {
    const conductor = await runConductor();
    const bystander = await conductor.browser();
    const { token } = await conductor.pair(CHROME_ORIGIN);
    const socket = await bareSocket(conductor, CHROME_ORIGIN);
    socket.send(hello(token));
    await once(socket, 'message');
    const closed = closeCode(socket);
    for (let n = 0; n < 10_000; n += 1)
      socket.send(JSON.stringify({ v: 1, id: 'p', type: 'ping' }));
    expect(await closed).toBe(4429);
    bystander.browser.send(runtimeReport(['a']));
    await bystander.inbox.first('conversation.state');
  });

  it('only frames that cannot be taken is cut off sooner', async () => {
    const conductor = await runConductor();
    const { token } = await conductor.pair();
    const socket = await bareSocket(conductor);
    socket.send(hello(token));
    await once(socket, 'message');
    let answers = 0;
    socket.on('message', () => (answers += 1));
    const closed = closeCode(socket);
    for (let n = 0; n < 1_500; n += 1) socket.send('?');
    expect(await closed).toBe(4429);
    expect(answers).toBeLessThan(1_100);
  });
});

describe('a connection', () => {
  it('is replaced by a newer one of the same browser, which goes on', async () => {
    const conductor = await runConductor();
    const { browser } = await conductor.browser();
    const older = await bareSocket(conductor);
    const replaced = closeCode(older);
    older.send(hello(browser.disk.token));
    // Each takes the other's place: the browser comes back by itself.
    const again = once(browser, 'welcome');
    expect((await once(browser, 'closed'))[0]).toEqual({ code: 4409, reason: 'replaced' });
    await again;
    expect(await replaced).toBe(4409);
    const known = browser.next('conversation.state');
    browser.send(runtimeReport(['a']));
    await known;
    const status = (await (await conductor.admin('GET', '/v1/status')).json()) as object;
    expect(status).toMatchObject({ clients: [{ connected: true }] });
  });

  it('that died without a word is given up', async () => {
    const conductor = await runConductor({ pingIntervalMs: 100 });
    const { browser } = await conductor.browser();
    const connected = async () => {
      const status = (await (await conductor.admin('GET', '/v1/status')).json()) as {
        clients: { connected: boolean }[];
      };
      return status.clients.map((client) => client.connected);
    };
    expect(await connected()).toEqual([true]);
    browser.freeze();
    await expect.poll(connected).toEqual([false]);
    expect(conductor.log.map(({ msg }) => msg)).toContain('the link is dead');
  });

  it('that is quiet but alive is kept', async () => {
    const conductor = await runConductor({ pingIntervalMs: 100 });
    const { browser, inbox } = await conductor.browser();
    for (let pings = 0; pings < 6; pings += 1) await browser.next('ping');
    expect(inbox.of('welcome')).toHaveLength(1);
  });
});

describe('resuming', () => {
  /** The frames of one connection as they come. */
  class Frames {
    readonly all: ConductorFrame[] = [];
    readonly #socket: WebSocket;

    constructor(socket: WebSocket) {
      this.#socket = socket;
      socket.on('message', (data: Buffer) => {
        const parsed = parseConductorFrame(data.toString('utf8'));
        if (parsed.ok) this.all.push(parsed.value);
      });
    }

    async until(type: ConductorFrame['type'], count = 1): Promise<void> {
      while (this.all.filter((frame) => frame.type === type).length < count) {
        await once(this.#socket, 'message');
      }
    }
  }

  /** Says hello, and resolves with the numbers of the states that were waiting. */
  async function waitingAfter(
    conductor: RunningConductor,
    token: string,
    lastSeq: number,
  ): Promise<number[]> {
    const socket = await bareSocket(conductor);
    const frames = new Frames(socket);
    socket.send(hello(token, { last_seq: lastSeq }));
    await frames.until('welcome');
    socket.send(JSON.stringify({ v: PROTOCOL_VERSION, id: 'all', type: 'ping' }));
    await frames.until('pong');
    return frames.all.flatMap((frame) => (frame.type === 'conversation.state' ? [frame.seq] : []));
  }

  it('brings again what the browser did not ack, in order, and nothing else', async () => {
    const conductor = await runConductor();
    const { token } = await conductor.pair();
    const socket = await bareSocket(conductor);
    const frames = new Frames(socket);
    socket.send(hello(token));
    await frames.until('welcome');
    for (const seq of [1, 2, 3]) {
      const report = runtimeReport([`c${seq}`], false);
      socket.send(JSON.stringify({ v: PROTOCOL_VERSION, id: `r${seq}`, seq, ...report }));
    }
    await frames.until('conversation.state', 3);
    expect(await waitingAfter(conductor, token, 0)).toEqual([1, 2, 3]);
    expect(await waitingAfter(conductor, token, 2)).toEqual([3]);
    expect(await waitingAfter(conductor, token, 3)).toEqual([]);
  });

  it('takes a frame that is sent again once', async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport(['a']));
    const { local_conversation_id: id } = await inbox.first('conversation.state');
    await conductor.setMode(id, 'auto');
    const frame = browser.send(finalMessage('a', 'reply-1', asking('@conductor::time')));
    await inbox.allAcked();
    browser.raw(JSON.stringify(frame));
    browser.raw(JSON.stringify({ ...frame, assistant_message_id: 'another', id: 'again' }));
    browser.send(runtimeReport([], false));
    await inbox.allAcked();
    expect(conductor.rows('select assistant_message_id from message_anchors')).toEqual([
      { assistant_message_id: 'reply-1' },
    ]);
    expect(conductor.rows('select instruction_id from instructions')).toHaveLength(1);
  });

  it('brings again what could not be kept, and then it acts once', async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport(['a']));
    const { local_conversation_id: id } = await inbox.first('conversation.state');
    await conductor.setMode(id, 'auto');
    await inbox.allAcked();
    const other = new Database(join(conductor.dataDir, 'baton.db'));
    // Rolls the whole transaction back, as a full disk does.
    other.exec(`create trigger full before insert on message_anchors
      begin select raise(rollback, 'full'); end`);
    browser.send(finalMessage('a', 'reply-1', asking('@conductor::time')));
    browser.send(finalMessage('a', 'reply-2', 'Thanks.'));
    expect((await once(browser, 'closed'))[0]).toMatchObject({ code: 1011 });
    expect(browser.disk.outbox).toHaveLength(2);
    other.exec('drop trigger full');
    other.close();
    await inbox.allAcked();
    expect(conductor.rows('select assistant_message_id as id from message_anchors')).toEqual([
      { id: 'reply-1' },
      { id: 'reply-2' },
    ]);
    expect(conductor.rows('select instruction_id from instructions')).toHaveLength(1);
  });

  it('goes on where the browser was when its conductor comes back from an older backup', async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.close();
    // What it has of the conductor's, and what it has sent, are ahead of what the database knows.
    const disk = { ...browser.disk, lastReceivedSeq: 40, lastSentSeq: 50, outbox: [] };
    const again = await conductor.browser({ disk });
    again.browser.send(runtimeReport(['a']));
    const { seq } = await again.inbox.first('conversation.state');
    await again.inbox.allAcked();
    expect(seq).toBe(41);
    expect(conductor.rows('select last_received_seq as seq from clients')).toEqual([{ seq: 51 }]);
    expect(inbox.of('error')).toEqual([]);
  });
});

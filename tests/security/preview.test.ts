import { EventEmitter, once } from 'node:events';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';

import { pictureFrame, readPicture } from '../../shared/lib/picture-frame.ts';
import { FEED_PATH, onChannel } from '../../shared/model/picture-feed.ts';
import { workerOrigin } from '../../shared/model/worker-origin.ts';
import { pageHeadersOf, signIn } from '../kit/face-client.ts';
import { startTestConductor, type TestConductor } from '../kit/running-conductor.ts';
import type { SimulatedBrowser } from '../kit/simulated-browser.ts';
import { newExecutorDisk, SimulatedExecutor } from '../kit/simulated-executor.ts';

const WORKER = workerOrigin('0123456789abcdef0123456789abcdef');
const META = { kind: 'meta', w: 8, h: 8, scale: 1, url: 'https://example.org/', title: 'One' };

let conductor: TestConductor;
let worker: SimulatedBrowser;
let resource: string;
let path: string;
beforeAll(async () => {
  conductor = await startTestConductor();
  ({ browser: worker } = await conductor.browser({ origin: WORKER }));
  new SimulatedExecutor(worker, newExecutorDisk(), ['cdp']).report();
  const ask = async (where: string, body: object): Promise<Record<string, string>> =>
    (await (await conductor.admin('POST', where, body)).json()) as Record<string, string>;
  const { chat_session_id: chat } = await ask('/v1/sessions', { label: 'a program' });
  const opened = await ask(`/v1/sessions/${chat ?? ''}/calls?wait=5000`, {
    tool: 'browser.ensure',
    args: { in: 'cdp' },
    judge: false,
  });
  expect(opened).toMatchObject({ status: 'succeeded' });
  resource = opened['resource_id'] ?? '';
  path = `/v1/resources/${resource}/preview`;
});
afterAll(() => conductor.end());

/** Resolves with the socket when it stands, or with the status by which it was refused. */
async function dial(
  where: string,
  headers: Readonly<Record<string, string>>,
): Promise<WebSocket | number> {
  const options: ClientOptions = { headers: { ...headers } };
  const socket = new WebSocket(`${conductor.url.replace('http', 'ws')}${where}`, options);
  onTestFinished(() => socket.terminate());
  const { promise, resolve } = Promise.withResolvers<WebSocket | number>();
  socket.on('error', () => undefined);
  socket.on('open', () => resolve(socket));
  socket.on('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
  return promise;
}

/** A socket that stands, and all that came over it, in order. */
async function open(
  where: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ socket: WebSocket; came: unknown[]; next: () => Promise<unknown> }> {
  const socket = await dial(where, headers);
  if (!(socket instanceof WebSocket)) throw new Error(`refused: ${String(socket)}`);
  const came: unknown[] = [];
  const more = new EventEmitter();
  let taken = 0;
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    came.push(isBinary ? (readPicture(data)?.seq ?? null) : JSON.parse(data.toString('utf8')));
    more.emit('came');
  });
  async function next(): Promise<unknown> {
    while (came.length <= taken) await once(more, 'came');
    return came[(taken += 1) - 1];
  }
  return { socket, came, next };
}

const feedHeaders = { origin: WORKER };
const hello = (token: string) => JSON.stringify({ hello: { token } });
const page = (cookie: string) => ({
  ...pageHeadersOf(cookie),
  host: conductor.faceHost,
  origin: `http://${conductor.faceHost}`,
});

describe('pictures of a page', () => {
  test('are for the web UI’s own page with its session, and for the person’s programs', async () => {
    const { cookie } = await signIn(conductor, 'watch');
    const whole = page(cookie);
    const { origin: _, ...noOrigin } = whole;
    const { 'baton-page': __, ...noToken } = whole;
    const { cookie: ___, ...noCookie } = whole;
    const foreign = { ...whole, origin: conductor.url };
    for (const [headers, status] of [
      [noOrigin, 403],
      [foreign, 403],
      [noToken, 401],
      [noCookie, 401],
      [{ ...whole, origin: 'https://example.org' }, 403],
      [{}, 401],
    ] as const)
      expect(await dial(path, headers)).toBe(status);
    expect(await dial(path, whole)).toBeInstanceOf(WebSocket);
    const admin = { authorization: `Bearer ${conductor.adminSecret}` };
    expect(await dial(path, admin)).toBeInstanceOf(WebSocket);
    expect(await dial('/v1/resources/browser_none_0/preview', admin)).toBe(404);
  });

  test('come from the worker that holds it, and end with its session', async () => {
    const feed = await open(FEED_PATH, feedHeaders);
    feed.socket.send(hello(worker.disk.token));
    const { cookie, sessionId } = await signIn(conductor, 'full');
    const viewer = await open(path, page(cookie));
    expect(await feed.next()).toEqual({ watch: expect.any(Number), resource_id: resource });
    const [{ watch }] = feed.came as [{ watch: number }];
    feed.socket.send(JSON.stringify({ channel: watch, meta: META }));
    feed.socket.send(onChannel(watch, pictureFrame(1, 0, new Uint8Array(10))));
    expect(await viewer.next()).toEqual(META);
    expect(await viewer.next()).toBe(1);
    viewer.socket.send(JSON.stringify({ ack: 1 }));
    expect(await feed.next()).toEqual({ ack: watch, seq: 1 });
    viewer.socket.send(JSON.stringify({ input: { text: 'a' } }));
    expect(await feed.next()).toEqual({ channel: watch, input: { text: 'a' } });
    const closed = once(viewer.socket, 'close');
    await conductor.admin('DELETE', `/v1/face/sessions/${sessionId}`);
    await closed;
    expect(await feed.next()).toEqual({ unwatch: watch });
  });

  test('are not acted in by a session that may only look', async () => {
    const { cookie } = await signIn(conductor, 'answer');
    const { socket } = await open(path, page(cookie));
    const closed = once(socket, 'close') as Promise<[number, Buffer]>;
    socket.send(JSON.stringify({ input: { text: 'a' } }));
    const [code, reason] = await closed;
    expect([code, reason.toString()]).toEqual([1008, 'scope_too_small']);
  });
});

test('a feed is opened by a paired worker alone, and by its token', async () => {
  expect(await dial(FEED_PATH, { origin: `${WORKER.slice(0, -1)}0` })).toBe(403);
  expect(await dial(FEED_PATH, {})).toBe(403);
  const { socket } = await open(FEED_PATH, feedHeaders);
  const closed = once(socket, 'close') as Promise<[number]>;
  socket.send(hello('another token of nobody'));
  expect((await closed)[0]).toBe(1008);
});

import { once } from 'node:events';
import type { Server } from 'node:http';

import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

import { readPicture } from '../../../shared/lib/picture-frame.ts';
import type { PictureMeta } from '../../../shared/model/picture-feed.ts';
import { startWorkSite } from '../../kit/resource-pages/work-world.ts';
import { runConductor, type RunningConductor } from '../../kit/running-conductor.ts';

const LOOKED_MS = 10_000;
const ALIVE = `<h1>0</h1><button style="position:fixed;left:300px;top:300px;width:200px;height:200px"
  onclick="trace('pressed')">Do</button><script>let n = 0;
  setInterval(() => { document.querySelector('h1').textContent = String(n += 1); }, 20);</script>`;

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

interface Look {
  readonly socket: WebSocket;
  readonly seqs: number[];
  meta: PictureMeta | null;
}

/** Looks at a page, and says of each picture that it was drawn, where `isSlow` does not say otherwise. */
function look({ url, adminSecret }: RunningConductor, resource: string, isSlow: boolean): Look {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/resources/${resource}/preview`, {
    headers: { authorization: `Bearer ${adminSecret}` },
  });
  onTestFinished(() => socket.terminate());
  const own: Look = { socket, seqs: [], meta: null };
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) {
      own.meta = JSON.parse(data.toString('utf8')) as PictureMeta;
      return;
    }
    const picture = readPicture(data);
    if (picture === null) throw new Error('no picture');
    expect([...picture.jpeg.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    own.seqs.push(picture.seq);
    if (!isSlow) socket.send(JSON.stringify({ ack: picture.seq }));
  });
  return own;
}

const pause = async (ms: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms);
  await promise;
};

describe.for(['cdp', 'bidi'] as const)('the pictures of a page, by %s', (adapter) => {
  test('T10, mode C: come five times a second or more, hold up nobody, and a person acts in them', async () => {
    const site = await startWorkSite(servers);
    const page = site.add(ALIVE);
    const conductor = await runConductor();
    const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
      (await (await conductor.admin(method, path, body)).json()) as Answer;
    const { chat_session_id: chat } = await ask<{ chat_session_id: string }>(
      'POST',
      '/v1/sessions',
      { label: 'A program' },
    );
    const path = `/v1/sessions/${chat}/calls?wait=0`;
    const asked = { tool: 'browser.ensure', args: { url: page, in: adapter }, judge: false };
    const { call_id } = await ask<{ call_id: string }>('POST', path, asked);
    const open = async (): Promise<{ approval_id: string } | undefined> =>
      (await ask<{ items: { approval_id: string }[] }>('GET', '/v1/approvals?decision=open'))
        .items[0];
    await expect.poll(open, { timeout: 30_000 }).toBeDefined();
    const question = (await open())?.approval_id ?? '';
    await ask('POST', `/v1/approvals/${question}/decision`, { decision: 'approve' });
    const call = (): Promise<{ status: string; resource_id: string }> =>
      ask('GET', `/v1/calls/${call_id}`);
    await expect.poll(async () => (await call()).status, { timeout: 30_000 }).toBe('succeeded');
    const { resource_id: resource } = await call();

    const fast = look(conductor, resource, false);
    await expect.poll(() => fast.seqs.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(fast.meta).toMatchObject({ w: 1_280, h: 800, url: page, title: 'Work' });
    const slow = look(conductor, resource, true);
    const before = process.memoryUsage();
    const first = fast.seqs.length;
    await pause(LOOKED_MS);
    const perSecond = (fast.seqs.length - first) / (LOOKED_MS / 1_000);
    const grown = process.memoryUsage().arrayBuffers - before.arrayBuffers;
    expect(perSecond).toBeGreaterThanOrEqual(5);
    expect(perSecond).toBeLessThanOrEqual(10.5);
    expect(slow.seqs).toHaveLength(1);
    expect(grown).toBeLessThan(16 * 1_048_576);

    for (const type of ['move', 'down', 'up'])
      fast.socket.send(
        JSON.stringify({ input: { pointer: { type, x: 400, y: 400, button: 'left' } } }),
      );
    const status = async (): Promise<string> =>
      (await ask<{ status: string }>('GET', `/v1/resources/${resource}`)).status;
    await expect.poll(() => site.traces, { timeout: 10_000 }).toEqual(['pressed']);
    await expect.poll(status, { timeout: 10_000 }).toBe('held');
    await expect.poll(status, { timeout: 10_000 }).toBe('ready');

    const last = fast.seqs.length;
    fast.socket.close();
    slow.socket.close();
    await once(fast.socket, 'close');
    const again = look(conductor, resource, false);
    await expect.poll(() => again.seqs.length, { timeout: 20_000 }).toBeGreaterThan(1);
    // Nobody looked meanwhile, and none was taken: it counts from the beginning.
    expect(again.seqs[0]).toBeLessThan(last);
  });
});

import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';

import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

import { readPicture } from '../../../shared/lib/picture-frame.ts';
import type { PictureMeta } from '../../../shared/model/picture-feed.ts';
import { type ConductorProcess, startConductorProcess } from '../../kit/conductor-process.ts';
import { descendants } from '../../kit/process-tree.ts';
import { startWorkSite } from '../../kit/resource-pages/work-world.ts';

/** Until memory that is used again and again is there. */
const WARM_MS = 10_000;
/** Twice: what the second time takes more than the first is what grows. */
const LOOKED_MS = 20_000;
/** One who is slow draws a picture for so long. */
const DRAWN_MS = 1_000;
const LEAST_SHOWN_BYTES = 10 * 1_048_576;
/** Noise makes a picture of some hundred kilobytes, so that a kept one is seen. */
const ALIVE = `<h1>0</h1><canvas width="700" height="500"></canvas><button style="position:fixed;left:300px;top:300px;width:200px;height:200px"
  onclick="trace('pressed')">Do</button><script>let n = 0;
  const paint = document.querySelector('canvas').getContext('2d'); const noise = paint.createImageData(700, 500);
  for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
  paint.putImageData(noise, 0, 0);
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
  /** Bytes of all pictures. */
  bytes: number;
  meta: PictureMeta | null;
}

/** Looks at a page, and says of each picture after so long that it was drawn; null: never. */
function look(
  { url, dataDir }: ConductorProcess,
  resource: string,
  drawnMs: number | null = 0,
): Look {
  const secret = readFileSync(join(dataDir, 'admin-secret'), 'utf8').trim();
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/resources/${resource}/preview`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  onTestFinished(() => socket.terminate());
  const own: Look = { socket, seqs: [], bytes: 0, meta: null };
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) {
      own.meta = JSON.parse(data.toString('utf8')) as PictureMeta;
      return;
    }
    const picture = readPicture(data);
    if (picture === null) throw new Error('no picture');
    expect([...picture.jpeg.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    own.seqs.push(picture.seq);
    own.bytes += data.length;
    const drawn = (): void => socket.send(JSON.stringify({ ack: picture.seq }));
    if (drawnMs === 0) drawn();
    else if (drawnMs !== null) setTimeout(drawn, drawnMs);
  });
  return own;
}

/** The most that each of them has in memory meanwhile, in bytes, as the system tells it. */
async function peaks(pids: readonly number[], work: () => Promise<void>): Promise<number[]> {
  // The peak so far is forgotten.
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await work();
  return pids.map((pid) => {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) * 1_024;
  });
}

const pause = async (ms: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms);
  await promise;
};

describe.for(['cdp', 'bidi'] as const)('the pictures of a page, by %s', (adapter) => {
  test('T10, mode C: come five times a second or more, hold up nobody, cost no memory, and a person acts in them', async () => {
    const site = await startWorkSite(servers);
    const page = site.add(ALIVE);
    const conductor = await startConductorProcess();
    onTestFinished(() => conductor.dispose());
    const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
      (await conductor.ask(method, path, body)) as Answer;
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

    const fast = look(conductor, resource);
    await expect.poll(() => fast.seqs.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(fast.meta).toMatchObject({ w: 1_280, h: 800, url: page, title: 'Work' });
    const slow = look(conductor, resource, DRAWN_MS);
    const stuck = look(conductor, resource, null);
    const worker = descendants(conductor.pid).find(({ commandLine }) =>
      commandLine.includes('worker'),
    );
    const pids = [conductor.pid, worker?.pid ?? 0];
    await pause(WARM_MS);
    const first = await peaks(pids, () => pause(LOOKED_MS));
    const [seen, seenSlow, bytes] = [fast.seqs.length, slow.seqs.length, fast.bytes];
    const second = await peaks(pids, () => pause(LOOKED_MS));
    const perSecond = (fast.seqs.length - seen) / (LOOKED_MS / 1_000);
    expect(perSecond).toBeGreaterThanOrEqual(5);
    expect(perSecond).toBeLessThanOrEqual(10.5);
    expect(slow.seqs.length - seenSlow).toBeGreaterThan(5);
    expect(slow.seqs.length - seenSlow).toBeLessThanOrEqual(LOOKED_MS / DRAWN_MS);
    expect(stuck.seqs).toHaveLength(1);
    const shown = fast.bytes - bytes;
    expect(shown).toBeGreaterThan(LEAST_SHOWN_BYTES);
    const grown = second.map((peak, at) => peak - (first[at] ?? 0));
    for (const each of grown) expect(each).toBeLessThan(shown / 2);

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
    stuck.socket.close();
    await once(fast.socket, 'close');
    const again = look(conductor, resource);
    await expect.poll(() => again.seqs.length, { timeout: 20_000 }).toBeGreaterThan(1);
    // Nobody looked meanwhile, and none was taken: it counts from the beginning.
    expect(again.seqs[0]).toBeLessThan(last);
  });
});

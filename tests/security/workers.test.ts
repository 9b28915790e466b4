import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

import { workerOrigin } from '../../shared/model/worker-origin.ts';
import { BRIDGE_PATH, PROTOCOL_VERSION, SUBPROTOCOL } from '../../shared/protocol/index.ts';
import { newestProgram } from '../../launcher/newest-program.mjs';
import { startTestConductor, type TestConductor } from '../kit/running-conductor.ts';
import { SIMULATED_ORIGIN } from '../kit/simulated-browser.ts';

const WORKER = workerOrigin('0123456789abcdef0123456789abcdef');

let conductor: TestConductor;
beforeAll(async () => {
  conductor = await startTestConductor();
});
afterAll(() => conductor.end());

async function offer(): Promise<{ code: string; linkCode: string }> {
  const answer = await conductor.admin('POST', '/v1/pairing/codes');
  const { code, link } = (await answer.json()) as { code: string; link: string };
  return { code, linkCode: new URL(link).hash.replace('#code=', '') };
}

async function claim(code: string, origin: string): Promise<{ status: number; token: string }> {
  const answer = await fetch(`${conductor.url}/v1/pairing/claim`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({
      code,
      browser: { name: 'one', version: '1' },
      extension_version: '1',
    }),
  });
  const { token = '' } = (await answer.json()) as { token?: string };
  return { status: answer.status, token };
}

/** Says hello and then a frame of that body; resolves with what it is told of the frame. */
async function says(
  token: string,
  origin: string,
  body: object,
): Promise<{ type: string; code?: string; path?: string }> {
  const socket = new WebSocket(
    `${conductor.url.replace('http', 'ws')}${BRIDGE_PATH}`,
    SUBPROTOCOL,
    {
      origin,
    },
  );
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const told: { type: string; code?: string; path?: string }[] = [];
  const { promise, resolve } = Promise.withResolvers<(typeof told)[number]>();
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as (typeof told)[number];
    if (frame.type === 'welcome')
      socket.send(JSON.stringify({ v: PROTOCOL_VERSION, id: 'f', ...body }));
    else if (frame.type === 'error' || frame.type === 'ack') resolve(frame);
  });
  socket.on('close', () => resolve({ type: 'closed' }));
  socket.send(
    JSON.stringify({
      v: PROTOCOL_VERSION,
      id: 'h',
      type: 'hello',
      token,
      last_seq: 0,
      browser: { name: 'one', version: '1' },
      extension_version: '1',
    }),
  );
  return promise;
}

const report = (adapters: readonly string[]) => ({
  seq: 1,
  type: 'resource.report',
  complete: true,
  resources: [],
  capabilities: { adapters, pictures: 'none', trusted_input: false },
});

test('a worker pairs by the long code and never by digits, which it could try without end', async () => {
  const { code, linkCode } = await offer();
  expect((await claim(code, WORKER)).status).not.toBe(200);
  expect((await claim(linkCode, WORKER)).status).toBe(200);
  expect((await claim((await offer()).linkCode, 'baton-worker://short')).status).not.toBe(200);
  expect((await claim((await offer()).linkCode, 'https://example.org')).status).not.toBe(200);
});

test('a worker answers no approval, sets no mode and is given no way into the web UI', async () => {
  const { token } = await claim((await offer()).linkCode, WORKER);
  const mode = {
    seq: 1,
    type: 'conversation.set_mode',
    platform: 'demo',
    remote_conversation_id: 'c',
    mode: 'auto',
  };
  expect(await says(token, WORKER, mode)).toMatchObject({ type: 'error', code: 'unknown_type' });
  expect(await says(token, WORKER, { type: 'face_ask', path: '/' })).toMatchObject({
    type: 'error',
    code: 'unknown_type',
  });
});

test('a browser cannot pass for a worker, and so is given no command', async () => {
  const { token } = await claim((await offer()).linkCode, SIMULATED_ORIGIN);
  expect(await says(token, SIMULATED_ORIGIN, report(['tab', 'pty']))).toMatchObject({
    type: 'error',
    code: 'malformed_frame',
    path: 'capabilities.adapters',
  });
  // The token is bound to the Origin that paired.
  expect(await says(token, WORKER, report(['pty']))).toEqual({ type: 'closed' });
});

test('a worker holds no tabs, and lends no page as a person does', async () => {
  const { token } = await claim((await offer()).linkCode, WORKER);
  expect(await says(token, WORKER, report(['pty', 'tab']))).toMatchObject({
    type: 'error',
    code: 'malformed_frame',
    path: 'capabilities.adapters',
  });
  const lent = {
    seq: 1,
    type: 'resource.offer',
    offer_id: 'o',
    chat_session_id: 'c',
    origin_kind: 'lent',
    opener_resource_id: null,
    url: 'https://bank.example/',
    title: 'Your bank',
  };
  expect(await says(token, WORKER, lent)).toMatchObject({
    type: 'error',
    code: 'malformed_frame',
    path: 'origin_kind',
  });
});

test('baton worker pairs by itself, is known as one, and stops with the command', async () => {
  const program = newestProgram('conductor/src/cli/main.ts');
  const command = spawn(process.execPath, [program, 'worker', '--data-dir', conductor.dataDir], {
    stdio: 'ignore',
  });
  const ended = once(command, 'close');
  onTestFinished(async () => {
    command.kill();
    await ended;
  });
  const isConnected = async (): Promise<boolean> => {
    const answer = await conductor.admin('GET', '/v1/clients');
    const { items } = (await answer.json()) as {
      items: { connected: boolean; browser: { name: string } }[];
    };
    return items.some(({ connected, browser }) => connected && browser.name === 'Baton worker');
  };
  await expect.poll(isConnected).toBe(true);
  command.kill();
  expect(await ended).toEqual([0, null]);
  await expect.poll(isConnected).toBe(false);
});

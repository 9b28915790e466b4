import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { BRIDGE_PATH, SUBPROTOCOL } from '../../shared/protocol/index.ts';
import { type ConductorProcess, startConductorProcess } from '../kit/conductor-process.ts';
import { pairBrowser, SIMULATED_ORIGIN } from '../kit/simulated-browser.ts';

const MIB = 2 ** 20;
const PEERS = 300;
/** Source: proc_pid_stat(5), where the kernel's USER_HZ is 100 on every machine that runs the tests. */
const TICKS_A_SECOND = 100;

let conductor: ConductorProcess;
beforeAll(async () => {
  conductor = await startConductorProcess();
  const secret = readFileSync(`${conductor.dataDir}/admin-secret`, 'utf8');
  await pairBrowser(conductor.url, secret);
});
afterAll(() => conductor.dispose());

let sockets: Socket[] = [];
beforeEach(() => () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

const host = (): string => `host: ${new URL(conductor.url).host}\r\n`;

/** On a connection of its own: one that was kept from before may be the one that waits longest. */
async function isAnswered(): Promise<boolean> {
  const secret = readFileSync(`${conductor.dataDir}/admin-secret`, 'utf8');
  const headers = { authorization: `Bearer ${secret}`, connection: 'close' };
  return (await fetch(`${conductor.url}/v1/status`, { headers })).ok;
}

/** Memory of the conductor that is its own, in bytes. */
function memory(): number {
  const status = readFileSync(`/proc/${conductor.pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024;
}

/** How long the conductor has worked so far, in seconds: other work on a busy machine does not count. */
function worked(): number {
  const stat = readFileSync(`/proc/${conductor.pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}

/** Sends it on a connection of its own, and resolves when all has left or nobody takes it. */
async function send(...parts: readonly string[]): Promise<void> {
  const socket = connect(Number(new URL(conductor.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined).resume();
  const gone = new Promise((resolve) => void socket.once('close', resolve));
  for (const part of parts) {
    const left = new Promise<void>((resolve) => void socket.write(part, () => resolve()));
    await Promise.race([left, gone]);
  }
}

const post = (): string =>
  `POST /v1/pairing/claim HTTP/1.1\r\n${host()}origin: ${SIMULATED_ORIGIN}\r\ncontent-type: application/json\r\n`;

/** A frame of text that says to be a mebibyte, and brings a part of it. */
const frame = `\u0081\u00FF\0\0\0\0\0\u0010\0\0${'\0'.repeat(4)}${'x'.repeat(60_000)}`;

test.runIf(process.platform === 'linux').for<[string, () => readonly string[]]>([
  [
    'headers of a mebibyte that do not end',
    () => [`GET / HTTP/1.1\r\n${host()}x: ${'x'.repeat(MIB - 200)}`],
  ],
  [
    'headers of a mebibyte in many lines',
    () => [
      `GET / HTTP/1.1\r\n${host()}`,
      ...Array.from({ length: 16 }, (_, at) => `x-${at}: ${'x'.repeat(60_000)}\r\n`),
    ],
  ],
  [
    'a body that does not end',
    () => [`${post()}content-length: 65000\r\n\r\n{"code":"${'x'.repeat(64_000)}`],
  ],
  [
    'a frame before its hello',
    () => [
      `GET ${BRIDGE_PATH} HTTP/1.1\r\n${host()}origin: ${SIMULATED_ORIGIN}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-protocol: ${SUBPROTOCOL}\r\n\r\n`,
      frame,
    ],
  ],
])('%s, from 300 strangers at once, take little memory and hold nobody up', async ([, parts]) => {
  expect(await isAnswered()).toBe(true);
  const before = memory();
  await Promise.all(Array.from({ length: PEERS }, () => send(...parts())));
  const grown = memory() - before;
  const workedBefore = worked();
  expect(await isAnswered()).toBe(true);
  expect(worked() - workedBefore).toBeLessThan(1);
  expect(grown / MIB).toBeLessThan(30);
});

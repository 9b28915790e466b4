import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { noteKnown } from '../../../../conductor/src/edges/note-known.ts';
import { endSlowPeers, lookEvery } from '../../../../conductor/src/edges/http/slow-peers.ts';

const LIMIT_MS = 1_000;
/** More than the kernel holds for a peer that does not read. */
const ANSWER = 'x'.repeat(32 * 2 ** 20);

let server: Server;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  server = createServer((_request, response) => response.end(ANSWER));
  endSlowPeers(server, LIMIT_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  vi.useRealTimers();
});

/** Asks, and reads nothing of the answer, which the server has begun to send. */
async function askAndPause(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.pause();
  const asked = once(server, 'request');
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  await asked;
  return socket;
}

/** Everything that comes until the connection is closed. */
async function readAll(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => (bytes += chunk.byteLength));
  socket.resume();
  await once(socket, 'close');
  return bytes;
}

it('a peer that pauses for less than it may has the whole of its answer', async () => {
  const socket = await askAndPause();
  vi.advanceTimersByTime(LIMIT_MS - lookEvery(LIMIT_MS));
  expect(await readAll(socket)).toBeGreaterThan(ANSWER.length);
});

it('a peer that pauses for longer than it may has what was on its way, and no more', async () => {
  const socket = await askAndPause();
  vi.advanceTimersByTime(LIMIT_MS + 2 * lookEvery(LIMIT_MS));
  expect(await readAll(socket)).toBeLessThan(ANSWER.length);
});

it('of too many that send no request, the one that waits longest goes', async () => {
  const { port } = server.address() as AddressInfo;
  const gone: number[] = [];
  for (let number = 0; number < 258; number += 1) {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined).once('close', () => gone.push(number));
    const came = once(server, 'connection');
    socket.write('GET / HTTP/1.1\r\nx: ');
    await came;
  }
  await vi.waitFor(() => expect(gone).toEqual([0, 1]), { timeout: 5_000 });
  // Whoever asks then is answered.
  expect(await readAll(await askAndPause())).toBeGreaterThan(ANSWER.length);
});

it.each([
  ['request', 'a body that does not end', 'POST / HTTP/1.1\r\ncontent-length: 9'],
  ['upgrade', 'a WebSocket', 'GET / HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket'],
])(
  'of too many by %s, with %s, a stranger goes and whoever is known stays',
  async (event, _what, head) => {
    const { port } = server.address() as AddressInfo;
    // The answer to a request waits for the whole of it.
    const listeners = server.listeners('request');
    server.off('request', listeners[0] as never).on('upgrade', () => undefined);
    const gone: number[] = [];
    for (let number = 0; number < 258; number += 1) {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined).once('close', () => gone.push(number));
      const came = once(server, event) as Promise<[IncomingMessage]>;
      socket.write(`${head}\r\nhost: localhost\r\n\r\n`);
      const [request] = await came;
      onTestFinished(() => void request.socket.destroy());
      if (number === 0) noteKnown(request.socket);
    }
    await vi.waitFor(() => expect(gone).toEqual([1]), { timeout: 5_000 });
  },
);

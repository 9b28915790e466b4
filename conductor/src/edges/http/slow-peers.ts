import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { KNOWN } from '../note-known.ts';

interface Peer {
  /** Requests that it has sent and that are not answered to their end. */
  open: number;
  /** Bytes of answers that it has taken, as of the last look. */
  taken: number;
  /** Since when it has done nothing of what we wait for, by a clock that nobody sets. */
  since: number;
}

/** One may open as many connections as the system lets him. Far more than browsers and programs keep waiting. */
const MAX_WAITING = 256;

/**
 * Most bytes of headers, which are kept until they are whole. Any server at another port of the web UI's host can have
 * a browser send 180 cookies of 4 KiB with each request, until a person clears them: so a few connections may have long
 * ones. A browser opens six.
 */
const LONG_HEADER_BYTES = 1_048_576;
const MAX_LONG = 8;
const HEADER_BYTES = 16_384;

/** How often one looks for peers that are too slow, so that a limit is kept to a tenth. */
export function lookEvery(limitMs: number): number {
  return Math.min(1_000, limitMs / 10);
}

/**
 * Bounds the connections that wait: no whole request has come, or nobody is known on its WebSocket. Of too many, ends the
 * one that waits longest. Each door has its own: who floods one leaves those who wait at another alone.
 */
export function keepFewWaiting(server: Server): void {
  /** Requests of each connection that are not answered to their end. By TLS they come on another socket than the connection. */
  const open = new Map<string, number>();
  /** Those that wait longest first. */
  const waiting = new Map<string, Socket>();

  function wait(name: string, socket: Socket): void {
    waiting.set(name, socket);
    if (waiting.size <= MAX_WAITING) return;
    for (const [longest, its] of waiting) {
      waiting.delete(longest);
      its.destroy(); // guard: few-waiting
      return;
    }
  }

  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket);
    open.set(name, 0);
    wait(name, socket);
    socket.once('close', () => {
      open.delete(name);
      waiting.delete(name);
    });
  });
  server.on('upgrade', ({ socket }: IncomingMessage) => {
    socket.once(KNOWN, () => waiting.delete(nameOf(socket))); // guard: few-strangers
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const name = nameOf(socket);
    const before = open.get(name);
    // It came by another door.
    if (before === undefined) return;
    const whole = (): boolean => waiting.delete(name);
    if (hasBody(request)) request.once('end', whole);
    else whole();
    socket.once(KNOWN, whole);
    open.set(name, before + 1);
    response.once('close', () => {
      socket.off(KNOWN, whole);
      const left = (open.get(name) ?? 0) - 1;
      if (left < 0) return;
      open.set(name, left);
      waiting.delete(name);
      if (left === 0 && !socket.destroyed) wait(name, socket);
    });
  });
}

/** Lets few connections of strangers have long headers, and all others short ones. */
function limitHeaders(server: Server): void {
  const long = new Set<Socket>();
  // The server reads its limit anew for each connection, with a listener that was there before.
  server.prependListener('connection', (socket: Socket) => {
    const mayBeLong = long.size < MAX_LONG; // guard: few-long-headers
    // guard: face-many-cookies
    Object.assign(server, { maxHeaderSize: mayBeLong ? LONG_HEADER_BYTES : HEADER_BYTES });
    if (!mayBeLong) return;
    long.add(socket);
    for (const event of [KNOWN, 'close']) socket.once(event, () => long.delete(socket));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/**
 * Ends what the server's own limits leave open. Those are for a request on its way; these are for after it: a peer that
 * does not read its answer, and one that neither begins another request nor goes, whatever bytes it sends. How long an
 * answer takes us is not the peer's fault, and not limited.
 */
export function endSlowPeers(server: Server, limitMs: number): void {
  const peers = new Map<Socket, Peer>();
  keepFewWaiting(server);
  limitHeaders(server);

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    let peer = peers.get(socket);
    if (peer === undefined) {
      peer = { open: 0, taken: 0, since: 0 };
      peers.set(socket, peer);
      socket.once('close', () => peers.delete(socket));
    }
    const asking = peer;
    if (asking.open === 0) asking.since = performance.now();
    asking.open += 1;
    response.once('close', () => {
      asking.open -= 1;
      asking.since = performance.now();
    });
  });

  function look(): void {
    const now = performance.now();
    for (const [socket, peer] of peers) {
      const taken = socket.bytesWritten - socket.writableLength;
      const isStuck = socket.writableLength > 0 && taken === peer.taken;
      if (peer.open > 0 && !isStuck) peer.since = now; // guard: answer-read, next-request
      peer.taken = taken;
      if (now - peer.since >= limitMs) socket.destroy();
    }
  }
  const looking = setInterval(look, lookEvery(limitMs)).unref();
  server.once('close', () => clearInterval(looking));
}

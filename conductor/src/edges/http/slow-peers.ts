import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Peer {
  /** Requests that it has sent and that are not answered to their end. */
  open: number;
  /** Bytes of answers that it has taken, as of the last look. */
  taken: number;
  /** Since when it has done nothing of what we wait for, by a clock that nobody sets. */
  since: number;
}

/**
 * What has come of a request is kept until its headers are whole, up to a mebibyte of it, and one may open as many
 * connections as the system lets him. Far more than browsers and programs keep waiting.
 */
const MAX_WAITING = 256;

/** How often one looks for peers that are too slow, so that a limit is kept to a tenth. */
export function lookEvery(limitMs: number): number {
  return Math.min(1_000, limitMs / 10);
}

/**
 * Of too many connections that wait, ends the one that waits longest. Each door has its own: who floods one leaves those
 * who wait at another alone.
 */
export function keepFewWaiting(server: Server): void {
  /** Requests of each connection that are not answered to their end. By TLS they come on another socket than the connection. */
  const open = new Map<string, number>();
  /** From whom a whole request has yet to come, those that wait longest first. */
  const waiting = new Map<string, Socket>();

  function wait(name: string, socket: Socket): void {
    waiting.set(name, socket);
    if (waiting.size <= MAX_WAITING) return;
    for (const [longest, its] of waiting) {
      waiting.delete(longest);
      its.destroy();
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
  server.on('upgrade', ({ socket }: IncomingMessage) => waiting.delete(nameOf(socket)));
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const name = nameOf(socket);
    const before = open.get(name);
    // It came by another door.
    if (before === undefined) return;
    waiting.delete(name);
    open.set(name, before + 1);
    response.once('close', () => {
      const left = (open.get(name) ?? 0) - 1;
      if (left < 0) return;
      open.set(name, left);
      if (left === 0 && !socket.destroyed) wait(name, socket);
    });
  });
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
      if (peer.open > 0 && !isStuck) peer.since = now;
      peer.taken = taken;
      if (now - peer.since >= limitMs) socket.destroy();
    }
  }
  const looking = setInterval(look, lookEvery(limitMs)).unref();
  server.once('close', () => clearInterval(looking));
}

import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';

import { noteKnown } from '../note-known.ts';

/** All that one may send who has not shown who it is: a hello takes a few hundred bytes. */
const MAX_BYTES = 65_536;

/**
 * Ends a connection that sends more before it is known, which the returned function says. The limit of a frame is for those
 * that are: its bytes are kept until it is whole, and anyone may open as many connections as there are.
 */
export function limitUnknown(socket: WebSocket, { socket: wire }: FastifyRequest): () => void {
  let bytes = 0;
  function count(chunk: Buffer): void {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) socket.terminate(); // guard: unknown-bytes
  }
  wire.on('data', count);
  return () => {
    wire.off('data', count);
    noteKnown(wire);
  };
}

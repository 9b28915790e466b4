import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

import type { FastifyInstance } from 'fastify';

/** This machine only. What is to be reached from elsewhere needs a door of its own, with a lock. */
export const LOOPBACK = '127.0.0.1';

/** A browser takes `localhost`, and every name that ends so, for this address too, and may try it first. */
const LOOPBACK_6 = '::1';

/**
 * Listens at the port of both addresses that a name of this machine leads to: whoever else got one of them would be taken
 * for the conductor while it runs. Throws the system's error when one of the two is taken.
 */
export async function listenOnLoopback(app: FastifyInstance, port: number): Promise<void> {
  let beside: Server | null = null;
  app.addHook('preClose', (done) => {
    beside?.close();
    done();
  });
  await app.listen({ host: LOOPBACK, port });
  const taken = app.server.address();
  if (typeof taken !== 'object' || taken === null) return;
  beside = createServer((socket) => app.server.emit('connection', socket));
  beside.listen({ host: LOOPBACK_6, port: taken.port }); // guard: both-addresses
  try {
    await once(beside, 'listening');
  } catch (cause) {
    beside = null;
    // This machine has no such address: nobody listens there.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')) return;
    throw cause;
  }
}

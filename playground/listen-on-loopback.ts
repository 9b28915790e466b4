import { once } from 'node:events';
import { createServer } from 'node:net';

import type { FastifyInstance } from 'fastify';

/** Browsers take `playground.localhost` for both, and Chromium tries this one first. */
const BESIDE: Readonly<Record<string, string>> = { '127.0.0.1': '::1' };

/**
 * Listens, and holds the port of the machine's other own address too: another user of the machine who listened there
 * would be taken for this site. Throws the system's error when one of the two is taken.
 */
export async function listenOnLoopback(
  app: FastifyInstance,
  host: string,
  port: number,
): Promise<void> {
  const beside = createServer((socket) => app.server.emit('connection', socket));
  app.addHook('preClose', (done) => {
    beside.close();
    done();
  });
  await app.listen({ host, port });
  const address = app.server.address();
  const other = BESIDE[host];
  if (other === undefined || typeof address !== 'object' || address === null) return;
  beside.listen({ host: other, port: address.port }); // guard: playground-addresses
  try {
    await once(beside, 'listening');
  } catch (cause) {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    // This machine has no such address: nobody listens there.
    if (!isTaken) return;
    await app.close();
    throw cause;
  }
}

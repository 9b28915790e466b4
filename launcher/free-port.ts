import { once } from 'node:events';
import { createServer } from 'node:net';

/** Throws, naming the flag that chooses another, when something on this machine listens on the port already. */
export async function requireFreePort(port: number, flag: string): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const why = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${code})`;
    throw new Error(`Port ${port} ${why}. Choose another with ${flag}.`, { cause });
  } finally {
    server.close();
  }
}

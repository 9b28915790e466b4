import { once } from 'node:events';
import { createServer } from 'node:net';

/** Throws, naming the flag that chooses another, when something on this machine listens on the port already. */
export async function requireFreePort(port: number, flag: string): Promise<void> {
  if (port === 0) return;
  await requireFreeAt('127.0.0.1', port, flag);
  await requireFreeAt('::1', port, flag);
}

async function requireFreeAt(host: string, port: number, flag: string): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    // A machine without that address has nobody there.
    if (host === '::1' && code !== 'EADDRINUSE') return;
    const why = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${code})`;
    throw new Error(`Port ${port} ${why}. Choose another with ${flag}.`, { cause });
  } finally {
    server.close();
  }
}

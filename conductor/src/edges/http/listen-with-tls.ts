import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { TLSSocket } from 'node:tls';

import type { FastifyInstance } from 'fastify';

import { keepFewWaiting, lookEvery } from './slow-peers.ts';

const HANDSHAKE_LIMIT_MS = 10_000;
/** Nobody here needs the many cookies that the web UI's host may have. */
const MAX_HEADER_BYTES = 16_384;
const HTTPS_PORT = 443;

/** Rights of all but the owner and the group of a file: keys of a machine's certificates often are of a group. */
const OTHERS = 0o007;

/** Who reads the key can pass for this conductor; the message says what to do. */
export class KeyOfOthers extends Error {}

/** The door for other machines. */
export interface TlsDoor {
  readonly address: string;
  /** As others call it: its host is the only one that is answered there, its port is listened at. */
  readonly publicUrl: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * Answers other machines as well, by TLS alone. What they may ask is judged where all requests are: guard-request.ts.
 * Resolves with what closes it. Throws the system's error when the port is taken or a file cannot be read, and KeyOfOthers.
 */
export async function listenWithTls(
  app: FastifyInstance,
  { address, publicUrl, certFile, keyFile }: TlsDoor,
): Promise<() => void> {
  const { requestTimeout, headersTimeout, keepAliveTimeout } = app.server;
  // guard: tls-key-file
  if (process.platform !== 'win32' && (statSync(keyFile).mode & OTHERS) !== 0)
    throw new KeyOfOthers(
      `--tls-key: everybody may read or write ${keyFile}. Run: chmod o-rwx ${keyFile}`,
    );
  const server = createServer({
    cert: readFileSync(certFile),
    key: readFileSync(keyFile),
    minVersion: 'TLSv1.2',
    handshakeTimeout: HANDSHAKE_LIMIT_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    requestTimeout,
    headersTimeout,
    keepAliveTimeout,
    // As at the other door; Node looks twice a minute otherwise.
    connectionsCheckingInterval: lookEvery(requestTimeout),
  });
  keepFewWaiting(server); // guard: few-waiting-by-tls
  for (const event of ['request', 'upgrade'] as const)
    server.on(event, (...parts: unknown[]) => app.server.emit(event, ...parts));
  server.listen({ host: address, port: Number(new URL(publicUrl).port) || HTTPS_PORT });
  await once(server, 'listening');
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Came it by the door for other machines? */
export function isFromElsewhere({ socket }: IncomingMessage): boolean {
  return socket instanceof TLSSocket;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as askByTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';

import { checkCertificates } from '../certificate-fault.ts';
import { FEED_PATH } from '../../../shared/model/picture-feed.ts';
import { BRIDGE_PATH } from '../../../shared/protocol/index.ts';

const LOOPBACK = '127.0.0.1';
const HEALTH_PATH = '/healthz';
const CONNECT_LIMIT_MS = 10_000;

/**
 * Headers that are passed on: who asks, and what the body or socket is. Nothing else is passed, and nothing is added: a
 * body that does not say where it ends would be read as further requests.
 */
const PASSED: readonly string[] = [
  'origin',
  'accept',
  'content-type',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
];

export interface LinkToServer {
  /** Here, for the extension. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Answers at this machine's own address as the conductor at `server` does: the extension connects nowhere else. Only pairing,
 * the bridge and the pictures of workers are passed on, by TLS; a certificate that does not fit ends each dial.
 *
 * @param trouble Told of each dial that failed, in words for a person.
 */
export async function passToServer(
  server: URL,
  port: number,
  trouble: (text: string) => void,
): Promise<LinkToServer> {
  checkCertificates();
  const door = createServer();
  /** The server counts these as none of its connections. */
  const upgraded = new Set<Duplex>();
  const own = (): readonly string[] => {
    const { port: taken } = door.address() as AddressInfo;
    return [`${LOOPBACK}:${taken}`, `localhost:${taken}`];
  };

  /** Null: it is not passed on. */
  function dial(request: IncomingMessage): ReturnType<typeof askByTls> | null {
    const { method = 'GET', url = '/', headers } = request;
    // A page that leads a name of its own here sends its own Host.
    if (!own().includes(headers.host ?? '') || !isPassed(url)) return null; // guard: link-own-host
    const passed: OutgoingHttpHeaders = { host: server.host };
    // guard: link-adds-nothing
    for (const name of PASSED) if (headers[name] !== undefined) passed[name] = headers[name];
    const { hostname, port: to } = server;
    const dialled = askByTls({
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port: to || 443,
      method,
      path: url,
      headers: passed,
      setDefaultHeaders: false,
      agent: false,
      timeout: CONNECT_LIMIT_MS,
    });
    dialled.on('timeout', () => dialled.destroy(new Error('no answer came in time')));
    dialled.on('error', (cause) => trouble(`${server.origin}: ${cause.message}`));
    return dialled;
  }

  door.on('request', (request, response) => {
    const dialled = dial(request);
    if (dialled === null) {
      response.writeHead(404).end();
      return;
    }
    dialled.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // One that breaks off ends the other too.
      pipeline(answer, response, () => undefined);
    });
    dialled.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    request.pipe(dialled);
  });

  door.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    const dialled = dial(request);
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    socket.on('error', () => dialled?.destroy());
    if (dialled === null) {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      return;
    }
    dialled.on('upgrade', (answer, far, farHead) => {
      dialled.setTimeout(0);
      far.setTimeout(0);
      socket.write(headOf(answer));
      socket.write(farHead);
      far.write(head);
      far.on('error', () => socket.destroy());
      far.on('close', () => socket.destroy());
      socket.on('close', () => far.destroy());
      far.pipe(socket).pipe(far);
    });
    dialled.on('response', (answer) => {
      socket.write(headOf(answer));
      pipeline(answer, socket, () => undefined);
    });
    dialled.on('error', () => socket.destroy());
    dialled.end();
  });

  door.listen(port, LOOPBACK);
  await once(door, 'listening');
  return {
    url: `http://${own()[0] ?? ''}`,
    async close() {
      door.close();
      door.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      await once(door, 'close');
    },
  };
}

function isPassed(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return (
    [BRIDGE_PATH, FEED_PATH, HEALTH_PATH, '/pair'].includes(path) ||
    /^\/v1\/pairing\/[\w-]+$/.test(path)
  );
}

function headOf({ statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2)
    lines.push(`${rawHeaders[at] ?? ''}: ${rawHeaders[at + 1] ?? ''}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';

export interface ServedSocket {
  readonly path: string;
  /** May this one connect? */
  readonly admits: (request: IncomingMessage) => boolean;
  /** A text frame came. What it throws cuts the line. */
  /** What the site says first. */
  readonly greet?: (tell: (frame: string) => void) => void;
  readonly hear: (tell: (frame: string) => void, frame: string) => Promise<void>;
}

/** A WebSocket of text frames, for the site's own pages only. */
export function serveSocket(
  app: FastifyInstance,
  { path, admits, greet, hear }: ServedSocket,
): void {
  const sockets = new WebSocketServer({ noServer: true });
  app.server.on('upgrade', (request, stream, head) => {
    const { host, origin } = request.headers;
    const isHere = new URL(request.url ?? '', 'https://site').pathname === path;
    if (!isHere || !isOwn(origin, host) || !admits(request)) {
      stream.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      greet?.((frame) => socket.send(frame));
      listen(socket, hear);
    });
  });
  app.addHook('onClose', (_instance, done) => {
    for (const socket of sockets.clients) socket.terminate();
    done();
  });
}

function listen(socket: WebSocket, hear: ServedSocket['hear']): void {
  const tell = (frame: string): void => socket.send(frame);
  socket.on('message', (data: Buffer) => {
    hear(tell, data.toString('utf8')).catch(() => socket.terminate());
  });
}

function isOwn(origin: string | undefined, host: string | undefined): boolean {
  return [`https://${host}`, `http://${host}`].includes(origin ?? '');
}

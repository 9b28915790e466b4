import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';

export interface ServedSocket {
  /** Path of the upgrade request, without its query. */
  readonly path: string;
  /** Tells whether this request may connect; one that may not gets 403. */
  readonly admits: (request: IncomingMessage) => boolean;
  /** Sends what the site sends first on a new connection. */
  readonly onConnect?: (send: (frame: string) => void) => void;
  /** Takes a text frame of the page. If it rejects, the connection is terminated. */
  readonly onFrame: (send: (frame: string) => void, frame: string) => Promise<void>;
}

/** Serves a WebSocket of text frames to the pages of the server's own origin; others get 403. */
export function serveSocket(
  app: FastifyInstance,
  { path, admits, onConnect, onFrame }: ServedSocket,
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
      onConnect?.((frame) => socket.send(frame));
      listen(socket, onFrame);
    });
  });
  app.addHook('onClose', (_instance, done) => {
    for (const socket of sockets.clients) socket.terminate();
    done();
  });
}

function listen(socket: WebSocket, onFrame: ServedSocket['onFrame']): void {
  const send = (frame: string): void => socket.send(frame);
  socket.on('message', (data: Buffer) => {
    onFrame(send, data.toString('utf8')).catch(() => socket.terminate());
  });
}

function isOwn(origin: string | undefined, host: string | undefined): boolean {
  return [`https://${host}`, `http://${host}`].includes(origin ?? '');
}

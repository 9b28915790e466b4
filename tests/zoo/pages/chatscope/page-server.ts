import type { Server as HttpServer } from 'node:http';

import { ERROR_TEXT, FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

interface Socket {
  readonly on: (event: string, take: (message: { id: string; text: string }) => void) => void;
  readonly emit: (event: string, message: object) => void;
  /** The connection it goes over. */
  readonly conn: { readonly close: () => void };
}
interface SocketIo {
  readonly Server: new (server: HttpServer) => {
    readonly on: (event: 'connection', take: (socket: Socket) => void) => void;
  };
}

/** An editable block, and socket.io for everything; nothing names the conversation. */
export const chatscope: ZooPage = {
  name: 'chatscope',
  packages: '@chatscope/chat-ui-kit-react 2, socket.io 4',
  wire: 'socket.io events',
  id: 'none',
  path: '/',
  composer: '[contenteditable="true"]',
  faults: ['error', 'cut'],
  serve: () => Promise.resolve(false),
  async attach(server, model, load) {
    const { Server } = (await load('socket.io')) as SocketIo;
    new Server(server).on('connection', (socket) => {
      socket.on('chat:message', ({ id: messageId, text }) => {
        void model.take(text, messageId).then(async ({ id, pieces, fault }) => {
          if (fault === 'error') {
            socket.emit('stream:error', { message: ERROR_TEXT });
            return;
          }
          socket.emit('stream:start', { id });
          for await (const content of pieces) socket.emit('stream:chunk', { id, content });
          if (fault === 'cut') socket.conn.close();
          else if (fault === 'failure') socket.emit('stream:outcome', { id, ...FAILURE });
          else socket.emit('stream:end', { id });
        });
      });
    });
  },
};

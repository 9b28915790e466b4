import type { Server as HttpServer } from 'node:http';

import { json } from '../../answer.ts';
import { ERROR_TEXT, FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

interface Sent {
  readonly message: { readonly id: string; readonly output: string };
}
interface Socket {
  readonly on: (event: string, take: (sent: Sent) => void) => void;
  readonly emit: (event: string, message?: object) => void;
  readonly conn: { readonly close: () => void };
}
interface SocketIo {
  readonly Server: new (
    server: HttpServer,
    options: object,
  ) => { readonly on: (event: 'connection', take: (socket: Socket) => void) => void };
}

/** Chainlit's socket.io events: a step begins, its tokens come, and it is told whole. */
export const chainlit: ZooPage = {
  name: 'chainlit',
  packages: '@chainlit/react-client 0.3',
  wire: 'Chainlit (socket.io)',
  id: 'stream (`threadId`)',
  path: '/',
  composer: 'textarea',
  button: 'button:not([disabled])',
  faults: ['error', 'cut'],
  async serve(request, response) {
    if (request.method !== 'POST' || request.url !== '/set-session-cookie') return false;
    return json(response, { message: 'Session cookie set' });
  },
  async attach(server, model, load) {
    const { Server } = (await load('socket.io')) as SocketIo;
    new Server(server, { path: '/ws/socket.io' }).on('connection', (socket) => {
      const threadId = 'b7d0a9c4-52f1-4a86-8e3b-6c1d9f7e2a05';
      socket.on('client_message', ({ message }) => {
        const isFirst = model.received.length === 0;
        void model.take(message.output, message.id).then(async ({ id, text, pieces, fault }) => {
          if (isFirst)
            socket.emit('first_interaction', { interaction: message.output, thread_id: threadId });
          socket.emit('task_start');
          const createdAt = new Date().toISOString();
          const step = {
            id,
            threadId,
            parentId: null,
            name: 'Assistant',
            type: 'assistant_message',
            createdAt,
            metadata: {},
            isError: false,
          };
          if (fault === 'error') {
            socket.emit('new_message', {
              ...step,
              output: ERROR_TEXT,
              isError: true,
              streaming: false,
            });
            socket.emit('task_end');
            return;
          }
          socket.emit('stream_start', { ...step, output: '', streaming: true });
          for await (const token of pieces) {
            socket.emit('stream_token', { id, token, isSequence: false, isInput: false });
          }
          if (fault === 'cut') {
            socket.conn.close();
            return;
          }
          if (fault === 'failure') {
            socket.emit('task_failed', FAILURE);
            return;
          }
          socket.emit('update_message', { ...step, output: text, streaming: false });
          socket.emit('task_end');
        });
      });
    });
  },
};

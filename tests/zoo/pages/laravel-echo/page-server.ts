import { type WebSocket, WebSocketServer } from 'ws';

import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { json } from '../../answer.ts';
import { ERROR_TEXT, FAILURE, type Model } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

type Subscribers = Map<string, WebSocket>;
interface Command {
  readonly event: string;
  readonly data: { readonly channel: string };
}

/** Sockets of the channels, by model. */
const subscribers = new WeakMap<Model, Subscribers>();

/** Laravel, which takes a message by HTTP, and broadcasts the reply of its agent over Reverb. */
export const laravelEcho: ZooPage = {
  name: 'laravel-echo',
  packages: 'laravel-echo 2, pusher-js 8',
  wire: 'POST, and events of Laravel AI over Reverb (Pusher, WebSocket)',
  id: 'request path',
  path: '/',
  body: '<ul></ul><form><textarea></textarea><button>Send</button></form>',
  composer: 'textarea',
  button: 'button',
  async serve(request, response, model) {
    if (request.url === '/broadcasting/auth') return json(response, { auth: 'zoo-key:signature' });
    const [, chat] = /^\/chats\/([^/]+)\/messages$/.exec(request.url ?? '') ?? [];
    if (chat === undefined) return false;
    const { message } = await readJson(request);
    const { reply: coming } = model.accept(String(message));
    response.writeHead(204).end();
    const channel = `private-chat.${chat}`;
    const socket = subscribers.get(model)?.get(channel);
    const broadcast = (name: string, more: object): void => {
      const timestamp = Math.floor(Date.now() / 1000);
      const data = { id: crypto.randomUUID(), invocation_id: invocation, type: name, ...more };
      tell(socket, name, { ...data, timestamp }, channel);
    };
    const invocation = crypto.randomUUID();
    void coming.then(async ({ id, pieces, fault }) => {
      const of = { message_id: id };
      broadcast('stream_start', { provider: 'openai', model: 'gpt-5' });
      if (fault === 'error') {
        broadcast('error', { code: 'overloaded', message: ERROR_TEXT, recoverable: false });
        return;
      }
      broadcast('text_start', of);
      for await (const delta of pieces) broadcast('text_delta', { ...of, delta });
      if (fault === 'cut') {
        socket?.close();
        return;
      }
      if (fault === 'failure') {
        tell(socket, 'error', FAILURE, channel);
        return;
      }
      broadcast('text_end', of);
      broadcast('stream_end', { reason: 'stop', usage: { prompt_tokens: 5 } });
    });
    return true;
  },
  attach(server, model) {
    const open: Subscribers = new Map();
    subscribers.set(model, open);
    new WebSocketServer({ server }).on('connection', (socket) => {
      const socketId = '291834.55012';
      tell(socket, 'pusher:connection_established', { socket_id: socketId, activity_timeout: 30 });
      socket.on('message', (raw) => {
        const { event, data } = JSON.parse((raw as Buffer).toString('utf8')) as Command;
        if (event === 'pusher:ping') tell(socket, 'pusher:pong', {});
        if (event !== 'pusher:subscribe') return;
        open.set(data.channel, socket);
        tell(socket, 'pusher_internal:subscription_succeeded', {}, data.channel);
      });
    });
  },
};

/** Sends an event of Pusher's protocol, whose data is JSON in a string. */
function tell(socket: WebSocket | undefined, event: string, data: object, channel?: string): void {
  socket?.send(JSON.stringify({ event, data: JSON.stringify(data), channel }));
}

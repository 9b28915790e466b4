import { WebSocketServer } from 'ws';

import { ERROR_TEXT, FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

const PING_MS = 3000;
const BODY = `<main data-controller="chat">
  <div data-chat-target="messages"></div>
  <form data-action="chat#send">
    <textarea name="message" data-chat-target="input" data-action="keydown.enter->chat#submit:prevent"></textarea>
    <button>Send</button>
  </form>
</main>`;

interface Command {
  readonly command: 'subscribe' | 'message' | 'unsubscribe';
  readonly identifier: string;
  readonly data: string;
}

/** A channel of Rails, whose messages are JSON in JSON, in a page of Stimulus. */
export const railsCable: ZooPage = {
  name: 'rails-cable',
  packages: '@rails/actioncable 8, @hotwired/stimulus 3',
  wire: 'Action Cable channel (WebSocket)',
  id: 'none',
  path: '/',
  body: BODY,
  composer: 'textarea',
  button: 'button',
  faults: ['error', 'cut'],
  serve: () => Promise.resolve(false),
  attach(server, model) {
    new WebSocketServer({ server, path: '/cable' }).on('connection', (socket) => {
      const send = (message: object): void => socket.send(JSON.stringify(message));
      const ping = setInterval(() => send({ type: 'ping', message: Date.now() }), PING_MS);
      socket.once('close', () => clearInterval(ping));
      send({ type: 'welcome' });
      const answer = async (identifier: string, text: string): Promise<void> => {
        const { id, pieces, fault } = await model.take(text);
        const broadcast = (message: object): void => send({ identifier, message });
        if (fault === 'error') {
          broadcast({ id, error: ERROR_TEXT });
          return;
        }
        for await (const delta of pieces) broadcast({ id, delta });
        if (fault === 'cut') socket.close();
        else broadcast(fault === 'failure' ? FAILURE : { id, done: true });
      };
      socket.on('message', (raw) => {
        const { command, identifier, data } = JSON.parse(
          (raw as Buffer).toString('utf8'),
        ) as Command;
        if (command === 'subscribe') send({ identifier, type: 'confirm_subscription' });
        if (command !== 'message') return;
        const { message } = JSON.parse(data) as { message: string };
        void answer(identifier, message);
      });
    });
  },
};

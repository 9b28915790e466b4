import { WebSocketServer } from 'ws';

import { ERROR_TEXT, FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** An editable block whose text is read without its line breaks; each message whole, as the widget takes it. */
export const beautifulChat: ZooPage = {
  name: 'beautiful-chat',
  packages: 'vue3-beautiful-chat 3',
  wire: 'whole messages of the widget (WebSocket)',
  id: 'none',
  path: '/',
  opener: '.sc-launcher',
  composer: '.sc-chat-window.opened .sc-user-input--text',
  faults: ['error', 'cut'],
  answersInMessages: true,
  serve: () => Promise.resolve(false),
  attach(server, model) {
    new WebSocketServer({ server, path: '/support' }).on('connection', (socket) => {
      const send = (message: object): void => socket.send(JSON.stringify(message));
      socket.on('message', (data) => {
        const said = JSON.parse((data as Buffer).toString('utf8')) as { data: { text: string } };
        void model.take(said.data.text).then(async ({ id, pieces, fault }) => {
          send({ type: 'typing', author: 'support' });
          let text = '';
          for await (const piece of pieces) text += piece;
          if (fault === 'cut') socket.close();
          else if (fault === 'error') send({ type: 'system', data: { text: ERROR_TEXT } });
          else if (fault === 'failure') send({ type: 'system', data: FAILURE });
          else send({ id, type: 'text', author: 'support', data: { text } });
        });
      });
    });
  },
};

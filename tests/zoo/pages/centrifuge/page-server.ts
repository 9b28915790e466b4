import { WebSocketServer } from 'ws';

import { ERROR_TEXT, FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

interface Command {
  readonly id: number;
  readonly connect?: object;
  readonly subscribe?: object;
  readonly publish?: { readonly channel: string; readonly data: { readonly text: string } };
}

/** A channel of Centrifugo to which the visitor and the assistant publish. */
export const centrifuge: ZooPage = {
  name: 'centrifuge',
  packages: 'centrifuge 5',
  wire: 'Centrifugo, JSON (WebSocket)',
  id: 'none',
  path: '/',
  body: '<ul></ul><form><textarea></textarea><button>Send</button></form>',
  composer: 'textarea',
  button: 'button',
  faults: ['error', 'cut'],
  serve: () => Promise.resolve(false),
  attach(server, model) {
    new WebSocketServer({ server, path: '/connection/websocket' }).on('connection', (socket) => {
      const send = (message: object): void => socket.send(JSON.stringify(message));
      const answer = async ({ channel, data }: NonNullable<Command['publish']>): Promise<void> => {
        const publish = (published: object): void =>
          send({ push: { channel, pub: { data: published } } });
        publish(data);
        const { id, pieces, fault } = await model.take(data.text);
        const of = { id, author: 'assistant' };
        if (fault === 'error') {
          publish({ ...of, error: ERROR_TEXT });
          return;
        }
        for await (const delta of pieces) publish({ ...of, delta });
        if (fault === 'cut') socket.close();
        else publish({ ...of, ...(fault === 'failure' ? FAILURE : { done: true }) });
      };
      socket.on('message', (raw) => {
        const lines = (raw as Buffer).toString('utf8').split('\n').filter(Boolean);
        for (const { id, connect, subscribe, publish } of lines.map(
          (line) => JSON.parse(line) as Command,
        )) {
          if (connect) send({ id, connect: { client: crypto.randomUUID(), version: '6.0.0' } });
          if (subscribe) send({ id, subscribe: {} });
          if (!publish) continue;
          send({ id, publish: {} });
          void answer(publish);
        }
      });
    });
  },
};

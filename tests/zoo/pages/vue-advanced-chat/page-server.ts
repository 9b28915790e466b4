import type { ServerResponse } from 'node:http';

import { readJson } from '../../../support/chat-pages/chat-site.ts';
import { cut, event, json, stream } from '../../answer.ts';
import { ERROR_TEXT, type Model } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

const ROOM = '/api/rooms/room-1';
const listeners = new WeakMap<Model, ServerResponse>();

/** A web component; posted over XMLHttpRequest, and the message as it is by now over an EventSource. */
export const vueAdvancedChat: ZooPage = {
  name: 'vue-advanced-chat',
  packages: 'vue-advanced-chat 2',
  wire: 'POST, and whole messages over EventSource',
  id: 'request path (`room-1`)',
  path: '/',
  composer: 'vue-advanced-chat >>> textarea',
  async serve(request, response, model) {
    if (request.url === `${ROOM}/updates`) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': open\n\n');
      listeners.set(model, response);
      return true;
    }
    if (request.url !== `${ROOM}/messages`) return false;
    const { _id, content } = await readJson(request);
    const { reply: said } = model.accept(String(content), String(_id));
    json(response, { _id, saved: true }, 201);
    const reply = await said;
    const listener = listeners.get(model);
    if (listener === undefined) return true;
    const message = { _id: reply.id, senderId: 'bot', roomId: 'room-1' };
    if (reply.fault === 'error') {
      listener.write(event({ ...message, content: ERROR_TEXT, failure: true, status: 'error' }));
      return true;
    }
    let text = '';
    await stream(
      listener,
      reply.pieces.map((piece) => {
        text += piece;
        return event({ ...message, content: text, status: 'streaming' });
      }),
    );
    if (reply.fault === 'cut') await cut(listener);
    else listener.write(event({ ...message, content: text, status: 'complete' }));
    return true;
  },
};

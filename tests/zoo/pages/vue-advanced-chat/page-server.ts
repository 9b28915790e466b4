import type { ServerResponse } from 'node:http';

import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { cut, event, json, stream } from '../../answer.ts';
import { ERROR_TEXT, FAILURE, type Model } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

const ROOM = '/api/rooms/room-1';
/** The page's EventSource, which connects again after a cut; what is said meanwhile waits for that. */
class Updates {
  #open: ServerResponse | null = null;
  readonly #waiting: ((response: ServerResponse) => void)[] = [];

  connected(response: ServerResponse): void {
    this.#open = response;
    response.once('close', () => (this.#open = this.#open === response ? null : this.#open));
    for (const take of this.#waiting.splice(0)) take(response);
  }

  listener(): Promise<ServerResponse> {
    const open = this.#open;
    return open ? Promise.resolve(open) : new Promise((resolve) => this.#waiting.push(resolve));
  }
}

const updates = new WeakMap<Model, Updates>();

/** A web component; posted over XMLHttpRequest, and the message as it is by now over an EventSource. */
export const vueAdvancedChat: ZooPage = {
  name: 'vue-advanced-chat',
  packages: 'vue-advanced-chat 2',
  wire: 'POST, and whole messages over EventSource',
  id: 'request path (`room-1`)',
  path: '/',
  composer: 'vue-advanced-chat >>> textarea',
  async serve(request, response, model) {
    const told = updates.get(model) ?? new Updates();
    updates.set(model, told);
    if (request.url === `${ROOM}/updates`) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('retry: 200\n\n');
      told.connected(response);
      return true;
    }
    if (request.url !== `${ROOM}/messages`) return false;
    const { _id, content } = await readJson(request);
    const { reply: said } = model.accept(String(content), String(_id));
    json(response, { _id, saved: true }, 201);
    const reply = await said;
    const listener = await told.listener();
    const message = { _id: reply.id, senderId: 'bot', roomId: 'room-1' };
    if (reply.fault === 'error') {
      listener.write(event({ ...message, content: ERROR_TEXT, failure: true, status: 'error' }));
      return true;
    }
    let text = '';
    await stream(listener, reply, (piece) => {
      text += piece;
      return event({ ...message, content: text, status: 'streaming' });
    });
    if (reply.fault === 'cut') await cut(listener);
    else if (reply.fault === 'failure') listener.write(event({ ...message, ...FAILURE }));
    else listener.write(event({ ...message, content: text, status: 'complete' }));
    return true;
  },
};

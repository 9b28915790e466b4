import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { finish, json, stream } from '../../answer.ts';
import { ERROR_TEXT, type Model } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

const CHAT = '/api/chats/b7c2d410';

/** Words with which a model's talk ended for good. */
const ended = new WeakMap<Model, string>();

/** Takes its composer away after any error: until it is loaded anew, or for good where the site says that it is. */
export const vueEnded: ZooPage = {
  name: 'vue-ended',
  packages: 'vue 3 (no composer after an error)',
  wire: '`{"delta":…}` (JSON lines)',
  id: 'query (`chat`)',
  path: '/?chat=b7c2d410',
  composer: 'textarea',
  async serve(request, response, model) {
    if (request.url !== CHAT) return false;
    if (request.method === 'GET') {
      return json(response, { messages: model.turns, ended: ended.get(model) ?? null });
    }
    const { text } = await readJson(request);
    const reply = await model.take(String(text));
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
    if (reply.fault === 'error') {
      ended.set(model, `This chat has ended: ${ERROR_TEXT}`);
      response.end(line({ error: ERROR_TEXT }));
      return true;
    }
    await stream(response, reply, (delta) => line({ delta }));
    return finish(response, reply, line({ done: true }), line);
  },
};

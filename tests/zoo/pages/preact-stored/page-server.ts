import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, json, stream } from '../../answer.ts';
import { ERROR_TEXT, type Model } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

const CHAT = '/api/chats/8f14e45f/messages';

/** The answer being written, which is stored as it grows. */
const growing = new WeakMap<Model, { readonly id: string; content: string }>();

/** Keeps every word of an answer at once, and serves what it has as the talk's history; nothing says what is whole. */
export const preactStored: ZooPage = {
  name: 'preact-stored',
  packages: 'preact 11',
  wire: '`{"text":…}` (SSE), stored as it grows',
  id: 'path',
  path: '/chat/8f14e45f',
  composer: 'textarea',
  button: 'button',
  async serve(request, response, model) {
    if (request.url !== CHAT) return false;
    if (request.method === 'GET') {
      const turns = model.turns.map(({ id, role, text }) => ({ id, role, content: text }));
      const part = growing.get(model);
      const isPart = part !== undefined && turns.every(({ id }) => id !== part.id);
      return json(response, isPart ? [...turns, { role: 'assistant', ...part }] : turns);
    }
    const { id, content } = await readJson(request);
    const reply = await model.take(String(content), String(id));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (reply.fault === 'error') {
      response.end(event({ error: ERROR_TEXT }));
      return true;
    }
    const part = { id: reply.id, content: '' };
    growing.set(model, part);
    await stream(response, reply, (text) => {
      part.content += text;
      return event({ text });
    });
    return finish(response, reply, event({ end: true }));
  },
};

import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { json, wholeOf } from '../../answer.ts';
import { ERROR_TEXT, FAILURE, type Model } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

interface Message {
  readonly id: string;
  readonly author: 'visitor' | 'assistant';
  readonly text: string;
  readonly createdAt: string;
}

const talks = new WeakMap<Model, Message[]>();

/** Stores each message, and is asked for all of them every second. */
export const reactQuery: ZooPage = {
  name: 'react-query',
  packages: '@tanstack/react-query 5 (React 19)',
  wire: 'all messages, asked for every second (JSON)',
  id: 'none',
  path: '/',
  composer: 'textarea',
  button: 'button',
  faults: ['refused', 'error'],
  async serve(request, response, model) {
    if (request.url !== '/api/messages') return false;
    const messages = talks.get(model) ?? [];
    talks.set(model, messages);
    if (request.method === 'GET') return json(response, messages);
    const { text } = await readJson(request);
    const { reply: coming } = model.accept(String(text));
    const store = (id: string, author: Message['author'], more: object): void => {
      messages.push({ id, author, text: '', createdAt: new Date().toISOString(), ...more });
    };
    store(crypto.randomUUID(), 'visitor', { text });
    void coming.then(async (reply) => {
      const words = await wholeOf(reply);
      const failed = reply.fault === 'error' ? { error: ERROR_TEXT } : FAILURE;
      store(reply.id, 'assistant', { text: words, ...(reply.fault !== null && failed) });
    });
    return json(response, messages.at(-1), 201);
  },
};

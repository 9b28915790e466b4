import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** Ollama's own client in a page of Solid, before a server of the same origin. */
export const ollama: ZooPage = {
  name: 'ollama',
  packages: 'ollama 0.6 (in the page), solid-js 1',
  wire: 'Ollama chat (JSON lines)',
  id: 'none',
  path: '/',
  composer: 'textarea',
  async serve(request, response, model) {
    if (request.url !== '/api/chat') return false;
    const { messages } = (await readJson(request)) as { messages: { content: string }[] };
    const reply = await model.take(messages.at(-1)?.content ?? '');
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const line = (value: object): string => `${JSON.stringify(value)}\n`;
    if (reply.fault === 'error') {
      response.end(line({ error: ERROR_TEXT }));
      return true;
    }
    const part = (content: string, rest: object): string =>
      line({
        model: 'llama3.1',
        created_at: new Date().toISOString(),
        message: { role: 'assistant', content },
        ...rest,
      });
    await stream(response, reply, (content) => part(content, { done: false }));
    const end = { done: true, done_reason: 'stop', total_duration: 5_000_000, eval_count: 12 };
    return finish(response, reply, part('', end), (failure) => line(failure as object));
  },
};

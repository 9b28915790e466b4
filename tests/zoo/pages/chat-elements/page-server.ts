import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** The elements of a messenger, and a reply as Cohere streams it. */
export const chatElements: ZooPage = {
  name: 'chat-elements',
  packages: 'react-chat-elements 12',
  wire: 'Cohere chat v2 (SSE)',
  id: 'none',
  path: '/',
  composer: 'textarea.rce-input',
  button: '.rce-button',
  async serve(request, response, model) {
    if (request.url !== '/v2/chat') return false;
    const { messages } = (await readJson(request)) as { messages: { content: string }[] };
    const reply = await model.take(messages.at(-1)?.content ?? '');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const tell = (type: string, rest: object): string => event({ type, ...rest }, type);
    response.write(
      tell('message-start', {
        id: reply.id,
        delta: { message: { role: 'assistant', content: [] } },
      }),
    );
    if (reply.fault === 'error') {
      const delta = { finish_reason: 'ERROR', error: ERROR_TEXT };
      response.end(tell('message-end', { id: reply.id, delta }));
      return true;
    }
    const content = (rest: object): object => ({ index: 0, delta: { message: { content: rest } } });
    response.write(tell('content-start', content({ type: 'text', text: '' })));
    await stream(response, reply, (text) => tell('content-delta', content({ text })));
    const delta = { finish_reason: 'COMPLETE', usage: { tokens: { output_tokens: 12 } } };
    const end = tell('content-end', { index: 0 }) + tell('message-end', { id: reply.id, delta });
    return finish(response, reply, end);
  },
};

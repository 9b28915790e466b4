import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** A web component; texts in server-sent events, of which nothing says that it is the last. */
export const deepChat: ZooPage = {
  name: 'deep-chat',
  packages: 'deep-chat 2',
  wire: '`{"text":…}` (SSE)',
  id: 'none',
  path: '/support',
  composer: 'deep-chat >>> #text-input',
  async serve(request, response, model) {
    if (request.url !== '/chat-stream') return false;
    const { messages } = (await readJson(request)) as { messages: { text: string }[] };
    const reply = await model.take(messages.at(-1)?.text ?? '');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (reply.fault === 'error') {
      response.end(event({ error: ERROR_TEXT }));
      return true;
    }
    await stream(response, reply, (text) => event({ text }));
    return finish(response, reply, '');
  },
};

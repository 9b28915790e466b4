import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** Element Plus X's bubbles and sender, over its own reader of streams. */
export const elementPlusX: ZooPage = {
  name: 'element-plus-x',
  packages: 'vue-element-plus-x 1 (Vue 3)',
  wire: '`{"content":…}` (SSE)',
  id: 'none',
  path: '/',
  composer: 'textarea',
  async serve(request, response, model) {
    if (request.url !== '/api/sse') return false;
    const { query } = await readJson(request);
    const reply = await model.take(String(query));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (reply.fault === 'error') {
      response.end(event({ message: ERROR_TEXT }, 'error'));
      return true;
    }
    await stream(response, reply, (content) => event({ content }, 'message'));
    return finish(response, reply, event({ done: true }, 'message'));
  },
};

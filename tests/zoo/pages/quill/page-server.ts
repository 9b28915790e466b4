import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, stream } from '../../answer.ts';
import { readHtml } from '../../read-html.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** A rich text editor whose markup is the message: every line is a paragraph. */
export const quill: ZooPage = {
  name: 'quill',
  packages: 'quill 2',
  wire: 'HTML in JSON, `{"delta":…}` (SSE)',
  id: 'none',
  path: '/',
  body: '<div id="log"></div><div id="editor"></div>',
  composer: '.ql-editor',
  takesMarkup: true,
  async serve(request, response, model) {
    if (request.url !== '/api/chat') return false;
    const { message } = await readJson(request);
    const reply = await model.take(readHtml(String(message)));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (reply.fault === 'error') {
      response.end(event({ error: ERROR_TEXT }));
      return true;
    }
    await stream(response, reply, (delta) => event({ delta }));
    return finish(response, reply, event({ done: true }));
  },
};

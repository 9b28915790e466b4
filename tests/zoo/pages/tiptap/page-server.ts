import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** ProseMirror with the rules of its starter kit, which make markdown of what is typed and pasted. */
export const tiptap: ZooPage = {
  name: 'tiptap',
  packages: '@tiptap/core 3 (starter kit)',
  wire: '`{"type":"content",…}` (SSE)',
  id: 'none',
  path: '/',
  body: '<div id="log"></div><div id="editor"></div>',
  composer: '.ProseMirror',
  async serve(request, response, model) {
    if (request.url !== '/api/generate') return false;
    const { prompt } = await readJson(request);
    const reply = await model.take(String(prompt));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (reply.fault === 'error') {
      response.end(event({ type: 'error', content: ERROR_TEXT }));
      return true;
    }
    await stream(response, reply, (content) => event({ type: 'content', content }));
    return finish(response, reply, event({ type: 'done' }));
  },
};

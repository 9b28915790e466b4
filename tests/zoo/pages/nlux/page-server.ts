import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { finish, stream } from '../../answer.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** Words as they come, as plain text; nothing names the conversation. */
export const nlux: ZooPage = {
  name: 'nlux',
  packages: '@nlux/react 2',
  wire: 'plain text in chunks',
  id: 'none',
  path: '/',
  composer: 'textarea',
  // Plain text has no words for an error.
  faults: ['refused', 'cut'],
  async serve(request, response, model) {
    if (request.url !== '/your-path') return false;
    const { prompt } = await readJson(request);
    const reply = await model.take(String(prompt));
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    await stream(response, reply, (piece) => piece);
    return finish(response, reply, '', (failure) => `\n${JSON.stringify(failure)}`);
  },
};

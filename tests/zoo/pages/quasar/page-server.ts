import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** Quasar's chat messages, whose text is what axios has downloaded so far. */
export const quasar: ZooPage = {
  name: 'quasar',
  packages: 'quasar 2 (Vue 3), axios 1',
  wire: 'the text itself, by XMLHttpRequest',
  id: 'none',
  path: '/',
  composer: 'textarea',
  button: 'button[type=submit]',
  async serve(request, response, model) {
    if (request.url !== '/api/completion') return false;
    const { prompt } = await readJson(request);
    const reply = await model.take(String(prompt));
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    if (reply.fault === 'error') {
      response.end(JSON.stringify({ error: ERROR_TEXT }));
      return true;
    }
    await stream(response, reply, (text) => text);
    return finish(response, reply, '', (failure) => `\n${JSON.stringify(failure)}`);
  },
};

import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { finish, stream } from '../../answer.ts';
import { readHtml } from '../../read-html.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** An editable element whose `innerHTML` is the message: plain where there is nothing to escape. */
export const svelteEditable: ZooPage = {
  name: 'svelte-editable',
  packages: 'svelte 5 (`bind:innerHTML`)',
  wire: 'HTML in JSON, JSON lines',
  id: 'none',
  path: '/',
  composer: '[contenteditable="true"]',
  takesMarkup: true,
  async serve(request, response, model) {
    if (request.url !== '/api/completions') return false;
    const { content } = await readJson(request);
    const reply = await model.take(readHtml(String(content)));
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
    if (reply.fault === 'error') {
      response.end(line({ error: ERROR_TEXT }));
      return true;
    }
    await stream(response, reply, (token) => line({ token }));
    return finish(response, reply, line({ done: true }), line);
  },
};

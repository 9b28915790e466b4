import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** A web component whose shadow root is closed; it reads JSON lines as they come over an XMLHttpRequest. */
export const litClosed: ZooPage = {
  name: 'lit-closed',
  packages: 'lit 3 (closed shadow root)',
  wire: 'JSON lines over XMLHttpRequest',
  id: 'none',
  path: '/',
  body: '<chat-box></chat-box>',
  // It passes the focus on to its field.
  composer: 'chat-box',
  async serve(request, response, model) {
    if (request.url !== '/chat') return false;
    const { query } = await readJson(request);
    const reply = await model.take(String(query));
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
    if (reply.fault === 'error') {
      response.end(line({ error: ERROR_TEXT }));
      return true;
    }
    await stream(response, reply, (answer) => line({ answer }));
    return finish(response, reply, line({ finished: true }), line);
  },
};

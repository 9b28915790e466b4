import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** Microsoft's reader of events for `fetch`, in a page of VanJS; the words stand in the events as they are. */
export const fetchEvents: ZooPage = {
  name: 'fetch-events',
  packages: '@microsoft/fetch-event-source 2, vanjs-core 1',
  wire: 'words (SSE)',
  id: 'none',
  path: '/',
  composer: 'textarea',
  async serve(request, response, model) {
    if (request.url !== '/api/ask') return false;
    const { question } = await readJson(request);
    const reply = await model.take(String(question));
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const lines = (text: string): string => text.split('\n').join('\ndata: ');
    if (reply.fault === 'error') {
      response.end(event(ERROR_TEXT, 'error'));
      return true;
    }
    await stream(response, reply, (piece) => event(lines(piece)));
    return finish(response, reply, event('[DONE]'));
  },
};

import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** Angular's own client of HTTP, before a server that hands on the events of OpenAI's responses. */
export const angular: ZooPage = {
  name: 'angular',
  packages: '@angular/core 22 (HttpClient)',
  wire: 'OpenAI responses (SSE), read as it grows',
  id: 'none (`previous_response_id` changes)',
  path: '/',
  body: '<app-root></app-root>',
  composer: 'textarea',
  button: 'button',
  async serve(request, response, model) {
    if (request.url !== '/api/responses') return false;
    const { input } = await readJson(request);
    const reply = await model.take(String(input));
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    let sequence = 0;
    const tell = (type: string, rest: object): string =>
      event({ type, sequence_number: sequence++, ...rest }, type);
    const state = { id: `resp_${reply.id}`, object: 'response', model: 'gpt-5', error: null };
    if (reply.fault === 'error') {
      const error = { code: 'server_error', message: ERROR_TEXT };
      const failed = { ...state, status: 'failed', error, output: [] };
      response.end(tell('response.failed', { response: failed }));
      return true;
    }
    const place = { item_id: `msg_${reply.id}`, output_index: 0, content_index: 0 };
    const part = (text: string): object => ({ type: 'output_text', text, annotations: [] });
    const item = (status: string, content: object[]): object => {
      const own = { id: place.item_id, type: 'message', role: 'assistant' };
      return { ...own, status, content };
    };
    const started = { ...state, status: 'in_progress', output: [] };
    response.write(tell('response.created', { response: started }));
    response.write(tell('response.in_progress', { response: started }));
    response.write(
      tell('response.output_item.added', { output_index: 0, item: item('in_progress', []) }),
    );
    response.write(tell('response.content_part.added', { ...place, part: part('') }));
    await stream(response, reply, (delta) =>
      tell('response.output_text.delta', { ...place, delta }),
    );
    const { text } = reply;
    const whole = item('completed', [part(text)]);
    const end =
      tell('response.output_text.done', { ...place, text }) +
      tell('response.content_part.done', { ...place, part: part(text) }) +
      tell('response.output_item.done', { output_index: 0, item: whole }) +
      tell('response.completed', {
        response: { ...state, status: 'completed', output: [whole] },
      });
    return finish(response, reply, end);
  },
};

import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { cut, json, wholeOf } from '../../answer.ts';
import { FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** watsonx Assistant's message, stateless: one document whose answer lies two levels deep in a list. */
export const chatui: ZooPage = {
  name: 'chatui',
  packages: '@chatui/core 3',
  wire: 'watsonx Assistant v2 (one JSON document)',
  id: 'none',
  path: '/',
  composer: 'textarea',
  // What goes wrong is told by the status.
  faults: ['refused', 'cut'],
  async serve(request, response, model) {
    if (!request.url?.startsWith('/v2/assistants/')) return false;
    const { input } = (await readJson(request)) as { input: { text: string } };
    const reply = await model.take(input.text);
    const text = await wholeOf(reply);
    if (reply.fault === 'failure') return json(response, FAILURE);
    const answer = {
      output: { intents: [], entities: [], generic: [{ response_type: 'text', text }] },
      user_id: 'a3f1c0d9',
    };
    if (reply.fault === null) return json(response, answer);
    const half = JSON.stringify(answer);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(half.slice(0, half.length / 2));
    await cut(response);
    return true;
  },
};

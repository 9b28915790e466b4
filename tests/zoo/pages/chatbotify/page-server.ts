import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { cut, json, wholeOf } from '../../answer.ts';
import { ERROR_TEXT, FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** A question, and the answer as one document; nothing names the conversation. */
export const chatbotify: ZooPage = {
  name: 'chatbotify',
  packages: 'react-chatbotify 2',
  wire: 'one JSON document',
  id: 'none',
  path: '/help',
  composer: 'textarea',
  async serve(request, response, model) {
    if (request.url !== '/api/ask') return false;
    const { query } = await readJson(request);
    const reply = await model.take(String(query));
    if (reply.fault === 'error') return json(response, { success: false, error: ERROR_TEXT });
    const content = await wholeOf(reply);
    if (reply.fault === 'failure') return json(response, FAILURE);
    const answer = { success: true, data: { role: 'assistant', content } };
    if (reply.fault === null) return json(response, answer);
    const text = JSON.stringify(answer);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(text.slice(0, text.length / 2));
    await cut(response);
    return true;
  },
};

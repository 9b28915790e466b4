import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { cut, json, wholeOf } from '../../answer.ts';
import { ERROR_TEXT, FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** A widget whose action provider asks a plain backend of one route. */
export const chatbotKit: ZooPage = {
  name: 'chatbot-kit',
  packages: 'react-chatbot-kit 2 (React 18)',
  wire: '`{"response":…}` (one JSON document)',
  id: 'none',
  path: '/',
  composer: '.react-chatbot-kit-chat-input',
  isOneLine: true,
  button: '.react-chatbot-kit-chat-btn-send',
  async serve(request, response, model) {
    if (request.url !== '/chatbot') return false;
    const { message } = await readJson(request);
    const reply = await model.take(String(message));
    const words = await wholeOf(reply);
    if (reply.fault === 'error') return json(response, { error: ERROR_TEXT });
    const answer = { response: words, ...(reply.fault === 'failure' && FAILURE) };
    if (reply.fault !== 'cut') return json(response, answer);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(JSON.stringify(answer).slice(0, -2));
    await cut(response);
    return true;
  },
};

import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { cut, json, wholeOf } from '../../answer.ts';
import { ERROR_TEXT, FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

const CONVERSATION = '45701982-8118-4bc5-8e9b-64562b4555f2';

/** A widget whose composer is an editable block, before a server that hands Dify's whole answers on. */
export const chatWidget: ZooPage = {
  name: 'chat-widget',
  packages: 'react-chat-widget 3 (React 17)',
  wire: 'Dify chat-messages, blocking (one JSON document)',
  id: 'body (`conversation_id`)',
  path: '/',
  opener: '.rcw-launcher',
  composer: '.rcw-input',
  async serve(request, response, model) {
    if (request.url !== '/v1/chat-messages') return false;
    const { query } = await readJson(request);
    const reply = await model.take(String(query));
    if (reply.fault === 'error') {
      const code = 'completion_request_error';
      return json(response, { code, message: ERROR_TEXT, status: 400 }, 400);
    }
    const words = await wholeOf(reply);
    if (reply.fault === 'failure') return json(response, FAILURE);
    const answer = {
      event: 'message',
      task_id: crypto.randomUUID(),
      id: reply.id,
      message_id: reply.id,
      conversation_id: CONVERSATION,
      mode: 'chat',
      answer: words,
      metadata: { usage: { total_tokens: 21 }, retriever_resources: [] },
      created_at: Math.floor(Date.now() / 1000),
    };
    if (reply.fault === null) return json(response, answer);
    const text = JSON.stringify(answer);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(text.slice(0, text.length / 2));
    await cut(response);
    return true;
  },
};

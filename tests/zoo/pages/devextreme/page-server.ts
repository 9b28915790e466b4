import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { cut, json, wholeOf } from '../../answer.ts';
import { ERROR_TEXT, FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** DevExtreme's chat, which asks for completions that come whole. */
export const devextreme: ZooPage = {
  name: 'devextreme',
  packages: 'devextreme 26',
  wire: 'OpenAI chat completions (one JSON document)',
  id: 'none',
  path: '/',
  composer: 'textarea',
  button: '.dx-chat-textarea-toolbar .dx-button',
  async serve(request, response, model) {
    if (request.url !== '/v1/chat/completions') return false;
    const { messages } = await readJson(request);
    const asked = (messages as readonly { readonly content: string }[]).at(-1);
    const reply = await model.take(asked?.content ?? '');
    if (reply.fault === 'error') {
      return json(response, { error: { message: ERROR_TEXT, type: 'server_error' } }, 503);
    }
    const content = await wholeOf(reply);
    if (reply.fault === 'failure') return json(response, FAILURE);
    const answer = {
      id: `chatcmpl-${reply.id}`,
      object: 'chat.completion',
      created: Math.floor(Date.now() / 1000),
      model: 'gpt-4o-mini',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 5, completion_tokens: 9, total_tokens: 14 },
    };
    if (reply.fault === null) return json(response, answer);
    const text = JSON.stringify(answer);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(text.slice(0, text.length / 2));
    await cut(response);
    return true;
  },
};

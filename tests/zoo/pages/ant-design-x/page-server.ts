import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** OpenAI's chat completions; nothing names the conversation. */
export const antDesignX: ZooPage = {
  name: 'ant-design-x',
  packages: '@ant-design/x 2',
  wire: 'OpenAI chat completions (SSE)',
  id: 'none',
  path: '/',
  composer: 'textarea',
  async serve(request, response, model) {
    if (request.url !== '/v1/chat/completions') return false;
    const { messages } = (await readJson(request)) as { messages: { content: string }[] };
    const reply = await model.take(messages.at(-1)?.content ?? '');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (reply.fault === 'error') {
      response.end(event({ error: { message: ERROR_TEXT, type: 'server_error', code: null } }));
      return true;
    }
    const chunk = (delta: object, finish_reason: string | null = null): string => {
      const choices = [{ index: 0, delta, finish_reason }];
      return event({ id: `chatcmpl-${reply.id}`, object: 'chat.completion.chunk', choices });
    };
    response.write(chunk({ role: 'assistant', content: '' }));
    await stream(response, reply, (content) => chunk({ content }));
    return finish(response, reply, chunk({}, 'stop') + event('[DONE]'));
  },
};

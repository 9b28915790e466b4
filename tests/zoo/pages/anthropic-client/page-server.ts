import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** Anthropic's own client in a page of Mithril, before a server of the same origin. */
export const anthropicClient: ZooPage = {
  name: 'anthropic-client',
  packages: '@anthropic-ai/sdk 1 (in the page), mithril 2',
  wire: 'Anthropic messages (SSE)',
  id: 'none',
  path: '/',
  composer: 'textarea',
  button: 'button',
  async serve(request, response, model) {
    if (!request.url?.startsWith('/v1/messages')) return false;
    const { messages } = (await readJson(request)) as { messages: { content: string }[] };
    const reply = await model.take(messages.at(-1)?.content ?? '');
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const tell = (type: string, rest: object): string => event({ type, ...rest }, type);
    if (reply.fault === 'error') {
      response.end(tell('error', { error: { type: 'overloaded_error', message: ERROR_TEXT } }));
      return true;
    }
    const message = {
      id: reply.id,
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 9, output_tokens: 1 },
    };
    response.write(tell('message_start', { message }));
    response.write(
      tell('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    );
    await stream(response, reply, (text) =>
      tell('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    );
    const delta = { stop_reason: 'end_turn', stop_sequence: null };
    const end =
      tell('content_block_stop', { index: 0 }) +
      tell('message_delta', { delta, usage: { output_tokens: 12 } }) +
      tell('message_stop', {});
    return finish(response, reply, end);
  },
};

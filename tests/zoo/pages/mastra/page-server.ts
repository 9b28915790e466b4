import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

const DONE = event('[DONE]');

/** An agent of Mastra, asked by its own client. */
export const mastra: ZooPage = {
  name: 'mastra',
  packages: '@mastra/client-js 1',
  wire: 'chunks of a Mastra agent (SSE)',
  id: 'body (`memory.thread`)',
  path: '/',
  body: '<ul></ul><form><textarea></textarea><button>Send</button></form>',
  composer: 'textarea',
  button: 'button',
  async serve(request, response, model) {
    if (request.url !== '/api/agents/assistant/stream') return false;
    const { messages } = await readJson(request);
    const reply = await model.take(textOf(messages));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const runId = crypto.randomUUID();
    const chunk = (type: string, payload: object): string =>
      event({ type, runId, from: 'AGENT', payload });
    response.write(chunk('start', { id: 'assistant', messageId: reply.id }));
    if (reply.fault === 'error') {
      response.end(chunk('error', { error: { name: 'Error', message: ERROR_TEXT } }) + DONE);
      return true;
    }
    response.write(chunk('step-start', { messageId: reply.id, request: {}, warnings: [] }));
    const id = `txt-${reply.id}`;
    response.write(chunk('text-start', { id }));
    await stream(response, reply, (text) => chunk('text-delta', { id, text }));
    const usage = { inputTokens: 5, outputTokens: 9, totalTokens: 14 };
    const step = { stepResult: { reason: 'stop', warnings: [] }, output: { usage }, metadata: {} };
    const last = ['step-finish', 'finish'].map((type) => chunk(type, step)).join('');
    return finish(response, reply, chunk('text-end', { id }) + last + DONE);
  },
};

function textOf(messages: unknown): string {
  if (typeof messages === 'string') return messages;
  const [message] = messages as readonly { readonly content: string }[];
  return message?.content ?? '';
}

import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, json, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly {
    readonly id: string;
    readonly role: string;
    readonly content: string;
  }[];
}

/** AG-UI events behind CopilotKit's runtime; the thread in body and stream. */
export const copilotkit: ZooPage = {
  name: 'copilotkit',
  packages: '@copilotkit/react-ui 1',
  wire: 'AG-UI (SSE)',
  id: 'body (`threadId`)',
  path: '/',
  composer: 'textarea',
  async serve(request, response, model) {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (!pathname.startsWith('/api/copilotkit')) return false;
    const { method = '', body } =
      request.method === 'POST' ? singleRoute(await readJson(request)) : { body: {} };
    if (pathname.endsWith('/info') || method === 'info') {
      const agents = { default: { name: 'default', className: 'BuiltInAgent', description: '' } };
      return json(response, {
        version: '1.74.0',
        agents,
        audioFileTranscriptionEnabled: false,
        mode: 'sse',
      });
    }
    const { threadId, runId, messages } = body as unknown as RunInput;
    const named = { threadId, runId };
    response.setHeader('content-type', 'text/event-stream');
    if (pathname.endsWith('/connect') || method === 'agent/connect') {
      response.end(
        event({ type: 'RUN_STARTED', ...named }) + event({ type: 'RUN_FINISHED', ...named }),
      );
      return true;
    }
    const last = messages.findLast(({ role }) => role === 'user');
    const reply = await model.take(last?.content ?? '', last?.id);
    response.write(event({ type: 'RUN_STARTED', ...named }));
    if (reply.fault === 'error') {
      response.end(event({ type: 'RUN_ERROR', message: ERROR_TEXT }));
      return true;
    }
    const message = { messageId: reply.id };
    response.write(event({ type: 'TEXT_MESSAGE_START', ...message, role: 'assistant' }));
    await stream(response, reply, (delta) =>
      event({ type: 'TEXT_MESSAGE_CONTENT', ...message, delta }),
    );
    const end = event({ type: 'TEXT_MESSAGE_END', ...message });
    return finish(response, reply, end + event({ type: 'RUN_FINISHED', ...named }));
  },
};

/** The runtime has one address for everything, or one for each. */
function singleRoute(sent: Record<string, unknown>): {
  readonly method?: string;
  readonly body: object;
} {
  const { method, body } = sent;
  if (typeof method !== 'string') return { body: sent };
  return { method, body: typeof body === 'object' && body !== null ? body : {} };
}

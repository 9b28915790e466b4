import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly {
    readonly id: string;
    readonly content: unknown;
    readonly parts?: readonly { readonly content?: string; readonly text?: string }[];
  }[];
}

/** TanStack's own events, after AG-UI, with the text so far beside each piece. */
export const tanstackAi: ZooPage = {
  name: 'tanstack-ai',
  packages: '@tanstack/ai-react 0.27',
  wire: 'TanStack AI stream (SSE)',
  id: 'body (`threadId`)',
  path: '/',
  composer: 'input',
  isOneLine: true,
  button: 'button',
  async serve(request, response, model) {
    if (request.url !== '/api/chat' || request.method !== 'POST') return false;
    const { threadId, runId, messages } = (await readJson(request)) as unknown as RunInput;
    const last = messages.at(-1);
    const parts = last?.parts?.map((part) => part.content ?? part.text ?? '').join('');
    const text = typeof last?.content === 'string' ? last.content : (parts ?? '');
    const reply = await model.take(text, last?.id);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const about = { timestamp: Date.now(), model: 'zoo-1' };
    response.write(event({ type: 'RUN_STARTED', threadId, runId, ...about }));
    if (reply.fault === 'error') {
      response.end(
        event({
          type: 'RUN_ERROR',
          threadId,
          runId,
          message: ERROR_TEXT,
          error: { message: ERROR_TEXT },
          ...about,
        }),
      );
      return true;
    }
    const message = { messageId: reply.id, ...about };
    response.write(event({ type: 'TEXT_MESSAGE_START', role: 'assistant', ...message }));
    let content = '';
    await stream(response, reply, (delta) => {
      content += delta;
      return event({ type: 'TEXT_MESSAGE_CONTENT', delta, content, ...message });
    });
    const end = event({ type: 'TEXT_MESSAGE_END', ...message });
    const finished = { type: 'RUN_FINISHED', threadId, runId, finishReason: 'stop', ...about };
    return finish(response, reply, end + event(finished));
  },
};

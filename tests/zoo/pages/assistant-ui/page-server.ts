import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { finish, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

interface Message {
  readonly content: readonly { readonly text?: string }[];
}

/** The data stream protocol: one letter or digit, a colon and JSON on each line. */
export const assistantUi: ZooPage = {
  name: 'assistant-ui',
  packages: '@assistant-ui/react 0.15',
  wire: 'data stream (`0:"…"` lines)',
  id: 'body (`threadId`)',
  path: '/',
  composer: 'textarea',
  async serve(request, response, model) {
    if (request.url !== '/api/chat') return false;
    const { messages } = (await readJson(request)) as { messages: Message[] };
    const text =
      messages
        .at(-1)
        ?.content.map((part) => part.text ?? '')
        .join('') ?? '';
    const reply = await model.take(text);
    response.writeHead(200, {
      'content-type': 'text/plain; charset=utf-8',
      'x-vercel-ai-data-stream': 'v1',
    });
    const line = (kind: string, value: unknown): string => `${kind}:${JSON.stringify(value)}\n`;
    response.write(line('f', { messageId: reply.id }));
    if (reply.fault === 'error') {
      response.end(line('3', ERROR_TEXT));
      return true;
    }
    await stream(response, reply, (piece) => line('0', piece));
    const end = { finishReason: 'stop', usage: { promptTokens: 10, completionTokens: 20 } };
    const ended = line('e', { ...end, isContinued: false }) + line('d', end);
    // A code that is its own, as nothing says that there are no others.
    return finish(response, reply, ended, (failure) => line('x', failure));
  },
};

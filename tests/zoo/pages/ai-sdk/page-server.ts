import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, json, stream } from '../../answer.ts';
import { ERROR_TEXT } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

interface UiMessage {
  readonly id: string;
  readonly parts: readonly { readonly type: string; readonly text?: string }[];
}

/** AI SDK's UI message stream; the id in path and body, the talk kept by the site and given when it is opened. */
export const aiSdk: ZooPage = {
  name: 'ai-sdk',
  packages: '@ai-sdk/react 4 (AI SDK 7)',
  wire: 'UI message stream (SSE)',
  id: 'path, body',
  path: '/chat/kJ3xQ9vLmN2pR7sT',
  composer: 'textarea',
  button: 'button',
  async serve(request, response, model) {
    if (request.url?.endsWith('/messages')) {
      const messages = model.turns.map(({ id, role, text }) => ({
        id,
        role,
        parts: [{ type: 'text', text }],
      }));
      return json(response, messages);
    }
    if (request.url !== '/api/chat') return false;
    const { messages } = (await readJson(request)) as { messages: UiMessage[] };
    const last = messages.at(-1);
    const text = last?.parts.map((part) => part.text ?? '').join('') ?? '';
    const reply = await model.take(text, last?.id);
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'x-vercel-ai-ui-message-stream': 'v1',
    });
    response.write(event({ type: 'start', messageId: reply.id }));
    response.write(event({ type: 'start-step' }));
    if (reply.fault === 'error') {
      response.end(event({ type: 'error', errorText: ERROR_TEXT }) + event('[DONE]'));
      return true;
    }
    const part = { id: 'txt-0' };
    response.write(event({ type: 'text-start', ...part }));
    await stream(response, reply, (delta) => event({ type: 'text-delta', ...part, delta }));
    const end = [
      { type: 'text-end', ...part },
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'stop' },
      '[DONE]',
    ];
    return finish(response, reply, end.map((each) => event(each)).join(''));
  },
};

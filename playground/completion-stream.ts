import { AssistantError } from './assistant.ts';
import type { RunningReply } from './chat-core.ts';

/**
 * A reply as server-sent OpenAI chat.completion.chunk events. Every chunk names the message; the first
 * names the conversation too. A whole reply ends with finish_reason "stop" and `[DONE]`; a reply that
 * failed ends with an `error` event instead, and never with either.
 */
export async function* encodeCompletion(reply: RunningReply): AsyncGenerator<string> {
  const chunk = (delta: object, finishReason: string | null = null, more: object = {}): string =>
    event({
      id: reply.messageId,
      object: 'chat.completion.chunk',
      ...more,
      choices: [{ index: 0, delta, finish_reason: finishReason }],
    });

  yield chunk({ role: 'assistant', content: '' }, null, {
    conversation_id: reply.conversationId,
    parent_id: reply.parentId,
  });
  try {
    for await (const content of reply.pieces.read()) yield chunk({ content });
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error;
    yield event({ id: reply.messageId, error: { message: error.message } });
    return;
  }
  yield chunk({}, 'stop');
  yield 'data: [DONE]\n\n';
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

import * as z from 'zod/mini';
import type { TurnEvent } from '../../stand-in/page/page-site.ts';
import { readEvents } from '../../stand-in/page/read-events.ts';

const completionEvent = z.object({
  type: z.string(),
  message: z.optional(z.object({ uuid: z.string() })),
  content_block: z.optional(z.object({ type: z.string() })),
  delta: z.optional(z.object({ type: z.optional(z.string()), text: z.optional(z.string()) })),
  error: z.optional(z.object({ message: z.string() })),
});

export async function* readCompletion(
  stream: Response,
  questionId: string,
): AsyncGenerator<TurnEvent> {
  let messageId = '';
  let text = '';
  for await (const { data } of readEvents(stream)) {
    const event = completionEvent.parse(JSON.parse(data));
    if (event.error) yield { type: 'error', text: event.error.message };
    if (event.type === 'message_stop') return;
    if (event.message) {
      messageId = event.message.uuid;
      yield { type: 'question', messageId: questionId };
    } else if (event.content_block) {
      if (event.content_block.type !== 'text') yield { type: 'thinking' };
      else if (text !== '') text += '\n\n';
    } else if (event.delta?.type === 'text_delta') {
      text += event.delta.text ?? '';
      yield { type: 'answer', messageId, text };
    }
  }
  throw new Error('The connection was lost.');
}

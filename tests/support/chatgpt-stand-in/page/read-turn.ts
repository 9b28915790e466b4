import * as z from 'zod/mini';
import { DeltaDocuments } from './delta-documents.ts';
import { shownMessage, shownText } from './shown-message.ts';

export type TurnEvent =
  | { readonly type: 'conversation'; readonly id: string }
  /** The answer as far as it has come. */
  | { readonly type: 'answer'; readonly messageId: string; readonly text: string }
  | { readonly type: 'thinking' }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'error'; readonly text: string };

const unnamedEvent = z.object({
  type: z.optional(z.string()),
  conversation_id: z.optional(z.string()),
  title: z.optional(z.string()),
});
const deltaDocument = z.object({
  message: z.nullable(shownMessage),
  error: z.nullable(z.string()),
});

/**
 * Reads one turn to its end, going on with `resume` when the server hands it over to another stream.
 * `resume` is given the number of events read so far.
 */
export async function* readTurn(
  first: Response,
  resume: (conversationId: string, offset: number) => Promise<Response>,
): AsyncGenerator<TurnEvent> {
  const documents = new DeltaDocuments();
  let events = 0;
  for (let stream: Response | null = first; stream;) {
    let handedTo: string | null = null;
    for await (const { name, data } of readEvents(stream)) {
      if (data === '[DONE]') break;
      events += 1;
      if (name === 'delta_encoding') continue;
      if (name === 'delta') {
        yield* shown(documents.apply(JSON.parse(data)));
        continue;
      }
      const { type, conversation_id: id, title } = unnamedEvent.parse(JSON.parse(data));
      if (id !== undefined) yield { type: 'conversation', id };
      if (type === 'stream_handoff') handedTo = id ?? null;
      if (type === 'title_generation' && title !== undefined) yield { type: 'title', title };
    }
    stream = handedTo === null ? null : await resume(handedTo, events);
  }
}

function* shown(document: unknown): Generator<TurnEvent> {
  const { message, error } = deltaDocument.parse(document);
  if (error) yield { type: 'error', text: error };
  if (!message) return;
  const text = shownText(message);
  if (message.author.role === 'assistant' && text !== null) {
    yield { type: 'answer', messageId: message.id, text };
  } else {
    yield { type: 'thinking' };
  }
}

async function* readEvents(answer: Response): AsyncGenerator<{ name: string; data: string }> {
  if (!answer.body) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error('The connection was lost.');
    const blocks = (buffered + value).split('\n\n');
    buffered = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1] ?? '';
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data === undefined) continue;
      yield { name, data };
      if (data === '[DONE]') return;
    }
  }
}

import * as z from 'zod/mini';
import type { TurnEvent } from '../../stand-in/page/page-site.ts';
import { readEvents } from '../../stand-in/page/read-events.ts';
import { DeltaDocuments } from './delta-documents.ts';
import { shownMessage, shownText } from './shown-message.ts';

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
  first: Response | Promise<Response>,
  resume: (conversationId: string, offset: number) => Promise<Response>,
): AsyncGenerator<TurnEvent> {
  const documents = new DeltaDocuments();
  let events = 0;
  for (let stream: Response | null = await first; stream;) {
    let handedTo: string | null = null;
    let isWhole = false;
    for await (const { name, data } of readEvents(stream)) {
      if (data === '[DONE]') {
        isWhole = true;
        break;
      }
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
    if (!isWhole) throw new Error('The connection was lost.');
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

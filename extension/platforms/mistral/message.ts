import { at, listAt, textAt } from '../kit/json-value.ts';

/** A message, from a stream or from history: the shape is the same but for the name of its id. */
export interface MistralMessage {
  readonly role: 'user' | 'assistant';
  /** Words of the person, or the answer without the model's thoughts. */
  readonly text: string;
  /** The site says the answer is whole. */
  readonly isComplete: boolean;
  readonly hasFailed: boolean;
}

export function readMessage(value: unknown): MistralMessage | null {
  const role = at(value, 'role');
  if (role !== 'user' && role !== 'assistant') return null;
  const status = at(value, 'generationStatus');
  return {
    role,
    text: textOf(value),
    isComplete: role === 'user' || status === 'success',
    hasFailed: role === 'assistant' && status === 'failed',
  };
}

/** Content as requests and messages hold it: a text, or a list in which texts are `{type: "text", text}`. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return listAt({ content }, 'content')
    .filter((part) => at(part, 'type') === 'text')
    .map((part) => textAt(part, 'text') ?? '')
    .join('');
}

/** Chunks count where there are any; `content` repeats them, or holds all of it in an older style. */
function textOf(message: unknown): string {
  const chunks = listAt(message, 'contentChunks');
  if (chunks.length === 0) return textOfContent(at(message, 'content'));
  // A chunk with a context is reasoning, or something nobody has described.
  return textOfContent(chunks.filter((chunk) => (at(chunk, '_context') ?? null) === null));
}

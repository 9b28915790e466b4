import { listAt, textAt } from '../kit/json-value.ts';
import { withoutParts } from '../kit/without-parts.ts';

/** A refusal comes as a template; thoughts, tips, tools and the question are fragments of other kinds. */
const ANSWER_KINDS = new Set<unknown>(['RESPONSE', 'TEMPLATE_RESPONSE']);
/** The page turns these into links to what was searched. */
const MARK = /\[(?:citation|reference):\d+\]/g;

/** The answer of a message, as it was written. */
export function rawAnswerOf(message: unknown): string {
  return contentOf(message, (kind) => ANSWER_KINDS.has(kind));
}

/** The answer as a person reads it. */
export function answerOf(message: unknown): string {
  return withoutParts(rawAnswerOf(message), MARK);
}

export function contentOf(message: unknown, isKind: (kind: string | null) => boolean): string {
  return listAt(message, 'fragments')
    .filter((fragment) => isKind(textAt(fragment, 'type')))
    .map((fragment) => textAt(fragment, 'content') ?? '')
    .join('');
}

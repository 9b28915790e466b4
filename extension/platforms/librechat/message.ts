import { at, idAt, listAt, textAt } from '../kit/json-value.ts';
import { withoutMarks } from '../kit/private-marks.ts';

/** The answer alone: no thinking, no tool call. */
export function answerText(message: unknown): string {
  const parts = listAt(message, 'content');
  const texts = parts.length === 0 ? [textAt(message, 'text') ?? ''] : parts.map(textOfPart);
  const text = texts.filter((each) => each.trim() !== '').join('\n\n');
  // Some models write the marks as escapes.
  return withoutMarks(text.replaceAll(/\\u(e20[0-6])/g, (_whole, code: string) => charOf(code)));
}

function charOf(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

/** The text of a piece of content that is meant as answer; empty for every other. */
export function textOfPart(part: unknown): string {
  if (at(part, 'type') !== 'text') return '';
  return textAt(part, 'text') ?? textAt(part, 'text', 'value') ?? '';
}

/** Null until the server has named the message: the page's own name for it ends with an underscore. */
export function lastingId(message: unknown): string | null {
  const id = idAt(message, 'messageId');
  return id === null || id.endsWith('_') ? null : id;
}

/** Returns the failure of the reply; null when it did not fail. */
export function failureOf(message: unknown): string | null {
  const part = listAt(message, 'content').find((each) => at(each, 'type') === 'error');
  if (part !== undefined) return textAt(part, 'error') ?? '';
  return at(message, 'error') === true ? (textAt(message, 'text') ?? '') : null;
}

export function isFinished(message: unknown): boolean {
  return (
    at(message, 'unfinished') !== true &&
    failureOf(message) === null &&
    answerText(message).trim() !== ''
  );
}

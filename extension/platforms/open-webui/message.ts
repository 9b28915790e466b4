import { at, idAt, isObject, listAt, textAt } from '../kit/json-value.ts';
import { withoutParts } from '../kit/without-parts.ts';
import { withoutThought } from '../kit/without-thought.ts';

/** Blocks that the server writes into the text: thinking, tool calls and code that it ran. */
const BLOCK =
  /<details\s+type="(?:reasoning|tool_calls|code_interpreter)"[^>]*>(?:[^]*?<\/details>\n?|[^]*$)/g;
const TOOL_AT_WORK = /<details\s+type="(?:tool_calls|code_interpreter)"[^>]*\sdone="false"/;

/** The answer alone, as far as it was written. */
export function answerText(message: unknown): string {
  const output = outputOf(message);
  if (output === null) return cleanText(textAt(message, 'content') ?? '');
  return output
    .filter((item) => at(item, 'type') === 'message')
    .map((item) => partsText(item))
    .filter((text) => text !== '')
    .join('\n\n');
}

export function cleanText(content: string): string {
  return withoutThought(withoutParts(content, BLOCK)).trim();
}

/**
 * Did the assistant end its turn? A reply that somebody stopped is `done` as well; since 0.9 its last
 * piece then stays unfinished (middleware.py, `save_cancelled_state`), before that nothing tells.
 */
export function isFinished(message: unknown): boolean {
  if (at(message, 'done') !== true || hasFailed(message) || answerText(message) === '')
    return false;
  const output = outputOf(message);
  if (output === null) return !TOOL_AT_WORK.test(textAt(message, 'content') ?? '');
  return (
    output.every((item) => (at(item, 'status') ?? 'completed') === 'completed') &&
    at(output.at(-1), 'type') === 'message'
  );
}

export function hasFailed(message: unknown): boolean {
  const error = at(message, 'error');
  return error !== undefined && error !== null && error !== false;
}

/** Null in versions whose messages are one text. */
function outputOf(message: unknown): readonly unknown[] | null {
  const output = listAt(message, 'output');
  return output.some((item) => isObject(item) && idAt(item, 'type') !== null) ? output : null;
}

function partsText(item: unknown): string {
  const parts = listAt(item, 'content').filter((part) => at(part, 'type') === 'output_text');
  return withoutThought(parts.map((part) => textAt(part, 'text') ?? '').join('')).trim();
}

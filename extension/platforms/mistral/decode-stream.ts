import { applyStreamPatch, isRoot } from '../kit/apply-stream-patch.ts';
import { at, idAt, isObject, listAt, textAt } from '../kit/json-value.ts';
import type { ReplyEvent } from '../platform.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import { readMessage } from './message.ts';

/** A message as its patches made it. */
interface Patched {
  root: unknown;
  /** An edit of its content did not fit. */
  isDamaged: boolean;
  toldLength: number;
  isTold: boolean;
}

const MESSAGE = '15';
const END = '8';

/**
 * Reads the lines `code:json` of an answer (the content type says event stream, but it is none). Code 15
 * edits a message, code 8 ends. Final is the last answer whose `generationStatus` is "success".
 * Source: site.md.
 */
export class MistralReplyReader implements ReplyReader {
  readonly #messages = new Map<string, Patched>();

  read(line: unknown, code: string): readonly ReplyEvent[] {
    if (code === END) return this.end();
    const value = code === MESSAGE ? at(line, 'json') : undefined;
    const id = idAt(value, 'messageId');
    if (id === null || textAt(value, 'type') !== 'message') return [];
    const message = this.#messageOf(id);
    const isNew = message.root === null;
    for (const patch of listAt(value, 'patches')) apply(message, patch);
    return told(id, message, isNew);
  }

  end(): readonly ReplyEvent[] {
    const answers = [...this.#messages].filter(
      ([, { root }]) => readMessage(root)?.role === 'assistant',
    );
    const [id, last] = answers.at(-1) ?? [];
    if (id === undefined || last === undefined || last.isTold || last.isDamaged) return [];
    const answer = readMessage(last.root);
    if (answer?.isComplete !== true || answer.text.trim() === '') return [];
    last.isTold = true;
    return [{ type: 'final', assistantMessageId: id, text: answer.text }];
  }

  #messageOf(id: string): Patched {
    const known = this.#messages.get(id);
    if (known !== undefined) return known;
    const message = { root: null, isDamaged: false, toldLength: 0, isTold: false };
    this.#messages.set(id, message);
    return message;
  }
}

function apply(message: Patched, patch: unknown): void {
  const path = at(patch, 'path');
  const after = applyStreamPatch(message.root, path, textAt(patch, 'op') ?? '', at(patch, 'value'));
  if (isRoot(path)) {
    message.isDamaged = !isObject(after?.root);
    message.root = after?.root ?? message.root;
    return;
  }
  const matters = typeof path !== 'string' || /^\/?(?:content|generation)/.test(path);
  if (after === null && matters) message.isDamaged = true;
}

function told(id: string, message: Patched, isNew: boolean): readonly ReplyEvent[] {
  const read = readMessage(message.root);
  if (read?.role === 'user') return isNew ? [{ type: 'user_turn', messageId: id }] : [];
  if (read === null || message.isTold) return [];
  if (read.hasFailed) {
    message.isTold = true;
    const text = 'The site could not finish its answer.';
    return [{ type: 'error', code: 'send_rejected', text, retryAfterMs: null }];
  }
  const text = read.text.slice(message.toldLength);
  message.toldLength = Math.max(message.toldLength, read.text.length);
  return text === '' ? [] : [{ type: 'delta', text }];
}

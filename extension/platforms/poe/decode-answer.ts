import { idAt, textAt } from '../kit/json-value.ts';
import type { ReplyEvent } from '../platform.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import { stateOf } from './message-state.ts';

/** Reasoning bots write what they think into the text, before the answer. Where it ends is not known. */
const LEADING_THOUGHT = /^\s*\*Thinking/;

/**
 * Reads the lines that `readFrame` makes: the bot's message, each time as it is so far. Final once its state
 * is "complete".
 */
export class PoeAnswerReader implements ReplyReader {
  readonly #toldLength = new Map<string, number>();
  readonly #over = new Set<string>();

  read(message: unknown): readonly ReplyEvent[] {
    const id = idAt(message, 'messageId');
    const whole = textAt(message, 'text') ?? '';
    if (id === null || this.#over.has(id) || LEADING_THOUGHT.test(whole)) return [];
    const told = this.#toldLength.get(id) ?? 0;
    const text = whole.slice(told);
    this.#toldLength.set(id, told + text.length);
    const events: readonly ReplyEvent[] = text === '' ? [] : [{ type: 'delta', text }];

    const state = textAt(message, 'state') ?? '';
    if (stateOf(state) === 'writing') return events;
    this.#over.add(id);
    if (stateOf(state) === 'failed') {
      const reason = `The site gave the answer up (${state}).`;
      return [
        ...events,
        { type: 'error', code: 'send_rejected', text: reason, retryAfterMs: null },
      ];
    }
    return whole.trim() === ''
      ? events
      : [...events, { type: 'final', assistantMessageId: id, text: whole }];
  }
}

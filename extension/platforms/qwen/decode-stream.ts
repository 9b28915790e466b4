import { at, idAt, isObject, listAt, textAt } from '../kit/json-value.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import type { ReplyEvent } from '../platform.ts';
import { GrowingText } from './growing-text.ts';
import { readStreamError } from './read-refusal.ts';

/**
 * Reads chat completion chunks with phases. Only the phase `answer` is the answer, and only its own status
 * `finished` makes it final: thinking finishes, too (site.md, Replies).
 */
export class QwenReplyReader implements ReplyReader {
  /** The id the page gave the person's message. */
  readonly #questionId: string | null;
  #text = new GrowingText();
  #answerId: string | null = null;
  #damaged = false;
  #isOver = false;

  constructor(questionId: string | null) {
    this.#questionId = questionId;
  }

  read(value: unknown): readonly ReplyEvent[] {
    if (!isObject(value)) {
      this.#damaged = true;
      return [];
    }
    const error = readStreamError(value);
    if (error !== null) {
      this.#damaged = true;
      return [{ type: 'error', ...error }];
    }
    const created = value['response.created'];
    if (created !== undefined) return this.#begin(created);
    this.#answerId ??= idAt(value, 'response_id');
    return listAt(value, 'choices').flatMap((choice) => this.#readDelta(at(choice, 'delta')));
  }

  #begin(created: unknown): readonly ReplyEvent[] {
    const conversationId = idAt(created, 'chat_id');
    const questionId = this.#questionId;
    this.#answerId = idAt(created, 'response_id');
    this.#text = new GrowingText();
    this.#damaged = false;
    this.#isOver = false;
    const events: ReplyEvent[] = [];
    if (conversationId !== null) {
      events.push({ type: 'conversation', remoteConversationId: conversationId });
    }
    if (questionId !== null && idAt(created, 'parent_id') === questionId) {
      events.push({ type: 'user_turn', messageId: questionId });
    }
    return events;
  }

  #readDelta(delta: unknown): readonly ReplyEvent[] {
    if (textAt(delta, 'phase') !== 'answer') return [];
    const content = textAt(delta, 'content') ?? '';
    const added = content === '' ? '' : this.#text.add(content);
    const events: ReplyEvent[] = added === '' ? [] : [{ type: 'delta', text: added }];
    const assistantMessageId = this.#answerId;
    const isWhole = at(delta, 'status') === 'finished' && !this.#damaged;
    if (!isWhole || assistantMessageId === null || this.#isOver) return events;
    this.#isOver = true;
    return [...events, { type: 'final', assistantMessageId, text: this.#text.whole }];
  }
}

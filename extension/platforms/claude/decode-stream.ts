import type { Completeness } from '../../../shared/model/completeness.ts';
import { at, idAt, isObject, textAt } from '../kit/json-value.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import { unlessWhole } from '../kit/reply-event.ts';
import type { ReplyEvent, SendDescription } from '../platform.ts';
import { answerText, endOf } from './answer-text.ts';
import { readStreamError } from './read-refusal.ts';

interface Block {
  readonly type: string | null;
  text: string;
}

/**
 * Reads the events of a completion. Final is the message once its stop reason says that the turn is over
 * and `message_stop` has come (site.md, Replies). A message that lost a piece has no final.
 */
export class ClaudeReplyReader implements ReplyReader {
  readonly #conversationId: string | null;
  /** The person's message, which the request names and the reply must answer. */
  readonly #questionId: string | null;
  /** Blocks by their index in the message, in order of appearance. */
  #blocks = new Map<unknown, Block>();
  #messageId: string | null = null;
  #end: Completeness | null = null;
  #damaged = false;
  #conversationTold = false;

  constructor(send: SendDescription | null) {
    this.#conversationId = send?.remoteConversationId ?? null;
    this.#questionId = (send?.kind === 'next' ? send.userMessageId : send?.parentMessageId) ?? null;
  }

  read(value: unknown): readonly ReplyEvent[] {
    if (!isObject(value)) {
      this.#damaged = true;
      return [];
    }
    switch (textAt(value, 'type')) {
      case 'message_start':
        return this.#begin(value);
      case 'content_block_start':
        return this.#beginBlock(value);
      case 'content_block_delta':
        return this.#extendBlock(value);
      case 'message_delta':
        this.#end = endOf(at(value, 'delta', 'stop_reason'));
        return [];
      case 'message_stop':
        return this.#finish();
      case 'error':
        this.#damaged = true;
        return [{ type: 'error', ...readStreamError(value) }];
      default:
        return [];
    }
  }

  #begin(value: unknown): readonly ReplyEvent[] {
    this.#messageId = idAt(value, 'message', 'uuid');
    this.#blocks = new Map();
    this.#end = null;
    this.#damaged = false;
    const events: ReplyEvent[] = [];
    if (this.#conversationId !== null && !this.#conversationTold) {
      this.#conversationTold = true;
      events.push({ type: 'conversation', remoteConversationId: this.#conversationId });
    }
    const questionId = this.#questionId;
    if (questionId !== null && idAt(value, 'message', 'parent_uuid') === questionId) {
      events.push({ type: 'user_turn', messageId: questionId });
    }
    return events;
  }

  #beginBlock(value: unknown): readonly ReplyEvent[] {
    const type = textAt(value, 'content_block', 'type');
    const text = type === 'text' ? (textAt(value, 'content_block', 'text') ?? '') : '';
    this.#blocks.set(at(value, 'index'), { type, text });
    return deltaOf(text);
  }

  #extendBlock(value: unknown): readonly ReplyEvent[] {
    if (at(value, 'delta', 'type') !== 'text_delta') return [];
    const block = this.#blocks.get(at(value, 'index'));
    const text = textAt(value, 'delta', 'text');
    if (block?.type !== 'text' || text === null) {
      this.#damaged = true;
      return [];
    }
    block.text += text;
    return deltaOf(text);
  }

  #finish(): readonly ReplyEvent[] {
    const assistantMessageId = this.#messageId;
    this.#messageId = null; // What follows belongs to another message, or to none.
    const complete = this.#end;
    if (assistantMessageId === null || complete === null || this.#damaged) return [];
    const text = answerText([...this.#blocks.values()]);
    return [{ type: 'final', assistantMessageId, text, ...unlessWhole(complete) }];
  }
}

function deltaOf(text: string): readonly ReplyEvent[] {
  return text === '' ? [] : [{ type: 'delta', text }];
}

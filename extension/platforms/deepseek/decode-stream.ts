import { at, idAt } from '../kit/json-value.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import type { Refusal, ReplyEvent } from '../platform.ts';
import { answerOf, rawAnswerOf } from './answer-text.ts';
import { PatchedDocument } from './patched-document.ts';
import { readEnvelope, readHint } from './read-refusal.ts';

/**
 * Reads `ready`, patches, hints and the end. Final is the document with status FINISHED at `finish`, `close`
 * or the end of the stream, whichever comes first; INCOMPLETE never is, nor what continues in a
 * `continue` of its own.
 */
export class DeepseekReplyReader implements ReplyReader {
  readonly #conversationId: string | null;
  readonly #document = new PatchedDocument();
  #conversationTold = false;
  #questionId: string | null = null;
  #answerId: string | null = null;
  #toldLength = 0;
  #isOver = false;
  /** A failure was told: what came before it is no whole answer. */
  #isFailed = false;

  constructor(conversationId: string | null) {
    this.#conversationId = conversationId;
  }

  read(value: unknown, name: string): readonly ReplyEvent[] {
    switch (name) {
      case 'ready':
        return this.#begin(value);
      case 'message':
        return this.#patch(value);
      case 'hint': {
        return this.#fail(readHint(value));
      }
      case 'finish':
        return this.#finalAnswer();
      case 'close':
        return [...this.#finalAnswer(), ...this.#handoff(value)];
      default:
        return [];
    }
  }

  end(): readonly ReplyEvent[] {
    return this.#finalAnswer();
  }

  #begin(value: unknown): readonly ReplyEvent[] {
    this.#questionId = idAt(value, 'request_message_id');
    this.#answerId = idAt(value, 'response_message_id');
    this.#isOver = false;
    this.#isFailed = false;
    if (this.#conversationId === null || this.#conversationTold) return [];
    this.#conversationTold = true;
    return [{ type: 'conversation', remoteConversationId: this.#conversationId }];
  }

  #patch(value: unknown): readonly ReplyEvent[] {
    const failed = this.#fail(readEnvelope(value));
    if (failed.length > 0) return failed;
    this.#document.apply(value);
    const { response } = this.#document;
    const events: ReplyEvent[] = [];
    // Only a reply under it shows that the question was kept: a limit is told after `ready`, too.
    if (this.#questionId !== null && idAt(response, 'parent_id') === this.#questionId) {
      events.push({ type: 'user_turn', messageId: this.#questionId });
      this.#questionId = null;
    }
    const answer = rawAnswerOf(response);
    if (answer.length > this.#toldLength) {
      events.push({ type: 'delta', text: answer.slice(this.#toldLength) });
      this.#toldLength = answer.length;
    }
    return events;
  }

  #fail(refusal: Refusal | null): readonly ReplyEvent[] {
    if (refusal === null) return [];
    this.#isFailed = true;
    return [{ type: 'error', ...refusal }];
  }

  #finalAnswer(): readonly ReplyEvent[] {
    const { response, damaged } = this.#document;
    const id = idAt(response, 'message_id') ?? this.#answerId;
    const isFinished =
      at(response, 'role') === 'ASSISTANT' &&
      at(response, 'status') === 'FINISHED' &&
      at(response, 'auto_continue') !== true;
    if (id === null || !isFinished || damaged || this.#isOver || this.#isFailed) return [];
    this.#isOver = true;
    return [{ type: 'final', assistantMessageId: id, text: answerOf(response) }];
  }

  /** Another stream brings this reply again. One that is continued needs no handoff: that is a send. */
  #handoff(close: unknown): readonly ReplyEvent[] {
    return at(close, 'auto_resume') === true && !this.#isOver ? [{ type: 'handoff' }] : [];
  }
}

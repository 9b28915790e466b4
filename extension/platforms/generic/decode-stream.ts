import { isObject, parseJson } from '../json-value.ts';
import type { ReplyDecoder, ReplyEvent } from '../platform.ts';
import { SseSplitter } from '../sse-splitter.ts';
import { stableId } from '../stable-id.ts';
import { LineSplitter } from '../line-splitter.ts';
import { withoutThought } from '../without-thought.ts';
import type { ReplyPiece } from './read-piece.ts';
import { readPiece } from './read-piece.ts';

/**
 * Reads a reply as server-sent events, JSON lines or one JSON object. It is final when the assistant's own
 * end of turn was read (`finish_reason: "stop"` and its kin) and then the stream said or showed its end.
 */
export class GenericReplyDecoder implements ReplyDecoder {
  readonly #splitter: SseSplitter | LineSplitter;
  /** Stable context from which an id is made where the site names none. */
  readonly #context: string;
  #messageId: string | null = null;
  #text = '';
  #finished = false;
  #told = false;
  #conversationId: string | null = null;

  constructor(contentType: string, context: string) {
    this.#splitter = contentType.startsWith('text/event-stream')
      ? new SseSplitter()
      : new LineSplitter();
    this.#context = context;
  }

  push(text: string): readonly ReplyEvent[] {
    return this.#splitter.push(text).flatMap((event) => this.#read(event.data));
  }

  end(): readonly ReplyEvent[] {
    const last = this.#splitter.end().flatMap((event) => this.#read(event.data));
    return [...last, ...this.#finalReply()];
  }

  #read(data: string): readonly ReplyEvent[] {
    if (data.trim() === '[DONE]') return this.#finalReply();
    const value = parseJson(data);
    return isObject(value) ? this.#take(readPiece(value)) : [];
  }

  #take(piece: ReplyPiece): readonly ReplyEvent[] {
    const events: ReplyEvent[] = [];
    const { conversationId, messageId, userMessageId } = piece;
    if (conversationId !== null && conversationId !== this.#conversationId) {
      this.#conversationId = conversationId;
      events.push({ type: 'conversation', remoteConversationId: conversationId });
    }
    if (userMessageId !== null) events.push({ type: 'user_turn', messageId: userMessageId });
    if (piece.error !== null) {
      events.push({ type: 'error', code: 'send_rejected', text: piece.error, retryAfterMs: null });
    }
    if (messageId !== null && messageId !== this.#messageId) {
      if (this.#messageId !== null) this.#begin(); // The answer after a tool call is a message of its own.
      this.#messageId = messageId;
    }
    this.#text += piece.text;
    this.#finished ||= piece.finished;
    if (piece.text !== '') events.push({ type: 'delta', text: piece.text });
    return piece.over ? [...events, ...this.#finalReply()] : events;
  }

  #begin(): void {
    this.#text = '';
    this.#finished = false;
    this.#told = false;
  }

  #finalReply(): readonly ReplyEvent[] {
    const text = withoutThought(this.#text);
    if (!this.#finished || this.#told || text.trim() === '') return [];
    this.#told = true;
    const assistantMessageId = this.#messageId ?? stableId(`${this.#context}\n${text}`);
    return [{ type: 'final', assistantMessageId, text }];
  }
}

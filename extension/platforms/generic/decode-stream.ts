import { isObject, parseJson } from '../json-value.ts';
import { FrameSplitter } from '../frame-splitter.ts';
import { type ReplyDecoder, type ReplyEvent, SOCKET_TEXTS } from '../platform.ts';
import { SseSplitter } from '../sse-splitter.ts';
import { stableId } from '../stable-id.ts';
import { LineSplitter } from '../line-splitter.ts';
import { withoutThought } from '../without-thought.ts';
import type { ReplyPiece } from './read-piece.ts';
import { readPiece, wholeAnswer } from './read-piece.ts';

/**
 * Reads a reply as server-sent events, JSON lines, texts of a socket or one JSON object. It is final when the assistant's own
 * end of turn was read (`finish_reason: "stop"` and its kin) and then the stream said or showed its end.
 */
export class GenericReplyDecoder implements ReplyDecoder {
  readonly #splitter: SseSplitter | LineSplitter | FrameSplitter;
  /** Stable context from which an id is made where the site names none. */
  readonly #context: string;
  #messageId: string | null = null;
  #text = '';
  #finished = false;
  #told = false;
  #conversationId: string | null = null;

  /** A socket brings what happens in other conversations too. */
  readonly #isShared: boolean;
  /** The answer may come as one document, and is whole when the document is. */
  readonly #isDocument: boolean;
  readonly #expectedId: string | null;

  constructor(contentType: string, context: string, expectedId: string | null = null) {
    this.#splitter = splitterFor(contentType);
    this.#isShared = contentType === SOCKET_TEXTS;
    this.#isDocument = contentType.startsWith('application/json');
    this.#context = context;
    this.#expectedId = expectedId;
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
    if (!isObject(value)) return [];
    const answer = this.#isDocument && this.#text === '' ? wholeAnswer(value) : null;
    return this.#take(answer === null ? readPiece(value) : { ...readPiece(value), ...answer });
  }

  #take(piece: ReplyPiece): readonly ReplyEvent[] {
    const events: ReplyEvent[] = [];
    const { conversationId, messageId, userMessageId } = piece;
    const expected = this.#conversationId ?? this.#expectedId;
    if (this.#isShared && expected !== null && (conversationId ?? expected) !== expected) return [];
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
    // Nothing marks the end of a socket's answer but the end of the turn itself.
    const isOver = piece.over || (this.#isShared && piece.finished);
    return isOver ? [...events, ...this.#finalReply()] : events;
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

function splitterFor(contentType: string): SseSplitter | LineSplitter | FrameSplitter {
  if (contentType === SOCKET_TEXTS) return new FrameSplitter();
  return contentType.startsWith('text/event-stream') ? new SseSplitter() : new LineSplitter();
}

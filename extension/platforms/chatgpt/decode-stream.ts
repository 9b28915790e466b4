import { at, idAt, isObject, textAt } from '../kit/json-value.ts';
import { unlessWhole } from '../kit/reply-event.ts';
import type { ReplyEvent } from '../platform.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import { DeltaDocuments } from './delta-document.ts';
import { isProvisionalId } from './locate.ts';
import type { ChatgptMessage } from './message.ts';
import { rawTextOf, readMessage, textOf } from './message.ts';
import { readStreamError } from './read-refusal.ts';

/**
 * Reads `text/event-stream` answers of a send: `delta_encoding v1`, or the older style in which every
 * event holds the whole message so far. Final is the last answer message that is complete, once the
 * stream says it is over (`message_stream_complete`, or `[DONE]`); a `[DONE]` after a handoff is not the
 * end, and the resumed stream is pushed into the same decoder.
 */
export class ChatgptReplyReader implements ReplyReader {
  readonly #documents = new DeltaDocuments();
  /** Messages by id, in order of appearance; null marks one that an edit damaged. */
  readonly #messages = new Map<string, ChatgptMessage | null>();
  /** How much of an answer was told as `delta`, for installs that hold text and the older style. */
  readonly #toldLength = new Map<string, number>();
  readonly #reported = new Set<string>();
  #conversationId: string | null = null;
  #handedOff = false;
  #errorTold = false;

  read(value: unknown, name: string): readonly ReplyEvent[] {
    if (!isObject(value)) return []; // The version of the encoding is a text.
    if (name === 'delta' || Object.hasOwn(value, 'v')) return this.#readDelta(value);
    if (textAt(value, 'type') === null) return this.#readDocument(value, false, null);
    return [...this.#learnConversation(value), ...this.#readNotice(value)];
  }

  done(): readonly ReplyEvent[] {
    if (!this.#handedOff) return this.#finalAnswer();
    this.#handedOff = false; // The next one, on the resumed stream, counts.
    return [];
  }

  #readDelta(value: unknown): readonly ReplyEvent[] {
    const document = this.#documents.apply(value);
    if (document === null) return [];
    return this.#readDocument(document.value, document.damaged, document.appended);
  }

  /** `appended`: the text this edit added at the end; null when the whole text must be compared. */
  #readDocument(
    document: unknown,
    damaged: boolean,
    appended: string | null,
  ): readonly ReplyEvent[] {
    const events: ReplyEvent[] = [...this.#learnConversation(document)];
    events.push(...this.#readError(document));
    const message = readMessage(at(document, 'message'));
    if (message === null) return events;

    this.#messages.set(message.id, damaged ? null : message);
    const told = this.#toldLength.get(message.id) ?? 0;
    const text = message.isAnswer ? (appended ?? rawTextOf(message).slice(told)) : '';
    this.#toldLength.set(message.id, told + text.length);
    if (text !== '') events.push({ type: 'delta', text });
    return events;
  }

  #readNotice(value: unknown): readonly ReplyEvent[] {
    switch (textAt(value, 'type')) {
      case 'input_message': {
        const messageId = idAt(value, 'input_message', 'id');
        const isOurs = at(value, 'input_message', 'author', 'role') === 'user';
        return messageId !== null && isOurs ? [{ type: 'user_turn', messageId }] : [];
      }
      case 'stream_handoff':
        this.#handedOff = true;
        return [{ type: 'handoff' }];
      case 'message_stream_complete':
        return this.#finalAnswer();
      case 'error':
        return this.#readError(value);
      default:
        return [];
    }
  }

  #readError(document: unknown): readonly ReplyEvent[] {
    const error = this.#errorTold ? null : readStreamError(document);
    if (error === null) return [];
    this.#errorTold = true; // It stays in the document, and would be told again with every edit.
    return [{ type: 'error', ...error }];
  }

  #finalAnswer(): readonly ReplyEvent[] {
    const answers = [...this.#messages.values()];
    const last = answers.findLast((message) => message === null || message.isAnswer);
    if (!last?.end || this.#reported.has(last.id)) return [];
    this.#reported.add(last.id);
    const { id: assistantMessageId, end } = last;
    return [{ type: 'final', assistantMessageId, text: textOf(last), ...unlessWhole(end) }];
  }

  #learnConversation(value: unknown): readonly ReplyEvent[] {
    const id = idAt(value, 'conversation_id');
    if (id === null || id === this.#conversationId || isProvisionalId(id)) return [];
    this.#conversationId = id;
    return [{ type: 'conversation', remoteConversationId: id }];
  }
}

import { readErrorValue } from '../kit/read-error-value.ts';
import type { JsonObject } from '../kit/json-value.ts';
import { at, idAt, isObject, listAt, textAt } from '../kit/json-value.ts';
import { unlessWhole } from '../kit/reply-event.ts';
import type { ReplyEvent, TappedRequest } from '../platform.ts';
import { ReplyDecoder, type ReplyReader } from '../kit/reply-decoder.ts';
import { SseSplitter } from '../kit/sse-splitter.ts';
import { WholeText } from '../kit/whole-text.ts';
import { describeResume, describeSend, realId } from './describe-send.ts';
import { answerText, failureOf, isFinished, lastingId, textOfPart } from './message.ts';
import { readStreamError } from './read-refusal.ts';

/** Since 0.8.6 the answer to a send is JSON and names a stream; up to 0.8.0 it is the stream. */
export function decodeReply(request: TappedRequest, contentType: string): ReplyDecoder | null {
  if (describeSend(request) !== null) {
    return contentType.startsWith('application/json')
      ? new ReplyDecoder(new WholeText(), { read: readStart })
      : streamDecoder();
  }
  const isStream = contentType.startsWith('text/event-stream');
  return isStream && describeResume(request) !== null ? streamDecoder() : null;
}

function streamDecoder(): ReplyDecoder {
  return new ReplyDecoder(new SseSplitter(), new LibrechatReplyReader());
}

function readStart(answer: unknown): readonly ReplyEvent[] {
  const remoteConversationId = realId(idAt(answer, 'conversationId'));
  if (remoteConversationId === null) {
    const hasFailed = readErrorValue(at(answer, 'error')) !== null;
    return hasFailed ? [{ type: 'error', ...readStreamError(answer) }] : [];
  }
  const named: ReplyEvent = { type: 'conversation', remoteConversationId };
  const isUnderWay = ['started', 'resumed'].includes(textAt(answer, 'status') ?? '');
  return isUnderWay ? [named, { type: 'handoff' }] : [named];
}

/**
 * Reads the event stream of a reply. Its last frame, `final`, holds both turns as they were saved, so a
 * stream that was joined late is as good as one from its start.
 */
export class LibrechatReplyReader implements ReplyReader {
  /** Events of the turn from the first frame: a refused send has that frame too, and then an error. */
  #announced: ReplyEvent[] = [];
  #conversationId: string | null = null;
  #turnId: string | null = null;
  /** Text of the older frames, which repeat all of it each time. */
  #told = '';
  #isOver = false;

  read(frame: unknown, name: string): readonly ReplyEvent[] {
    if (this.#isOver) return [];
    if (name === 'error') return this.#fail(frame);
    if (!isObject(frame)) return [];
    if (frame['final'] !== undefined && frame['final'] !== null) return this.#finish(frame);
    if (frame['created'] === true) {
      this.#announce(frame['message']);
      return [];
    }
    const delta = this.#deltaOf(frame);
    const events = this.#announced;
    this.#announced = [];
    return delta === '' ? events : [...events, { type: 'delta', text: delta }];
  }

  readWords(words: string, name: string): readonly ReplyEvent[] {
    return name === 'error' && !this.#isOver ? this.#fail(words) : [];
  }

  #announce(message: unknown): void {
    this.#announced.push(...this.#learnConversation(idAt(message, 'conversationId')));
    const messageId = idAt(message, 'messageId');
    if (messageId === null || messageId === this.#turnId) return;
    this.#turnId = messageId;
    this.#announced.push({ type: 'user_turn', messageId });
  }

  #deltaOf(frame: JsonObject): string {
    if (frame['event'] === 'on_message_delta') {
      return listAt(frame, 'data', 'delta', 'content').map(textOfPart).join('');
    }
    const whole = frame['message'] === true ? textAt(frame, 'text') : null;
    if (whole?.startsWith(this.#told) !== true) return '';
    const added = whole.slice(this.#told.length);
    this.#told = whole;
    return added;
  }

  #finish(frame: JsonObject): readonly ReplyEvent[] {
    this.#isOver = true;
    const reply = frame['responseMessage'];
    const failure = failureOf(reply);
    this.#announced.push(...this.#learnConversation(idAt(frame, 'conversation', 'conversationId')));
    this.#announce(frame['requestMessage']);
    const events = this.#announced;
    if (failure !== null) return [...events, { type: 'error', ...readStreamError(failure) }];
    const isOver = frame['final'] === true && !frame['reconcile'];
    const assistantMessageId = lastingId(reply);
    const text = answerText(reply);
    if (!isOver || text.trim() === '' || assistantMessageId === null) return events;
    const isWhole = frame['aborted'] !== true && isFinished(reply);
    const complete = unlessWhole(isWhole ? 'whole' : 'stopped');
    return [...events, { type: 'final', assistantMessageId, text, ...complete }];
  }

  #fail(frame: unknown): readonly ReplyEvent[] {
    this.#isOver = true;
    return [{ type: 'error', ...readStreamError(frame) }];
  }

  #learnConversation(named: string | null): readonly ReplyEvent[] {
    const remoteConversationId = realId(named);
    if (remoteConversationId === null || remoteConversationId === this.#conversationId) return [];
    this.#conversationId = remoteConversationId;
    return [{ type: 'conversation', remoteConversationId }];
  }
}

import { at, idAt, textAt } from '../kit/json-value.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import type { ReplyEvent } from '../platform.ts';
import { withoutTags } from './decode-stream.ts';
import { sessionOf } from './describe-send.ts';
import { readStreamError } from './read-refusal.ts';

/** The others are thoughts and what they are headed with. */
const ANSWER = 'CHANNEL_ASSISTANT_RESPONSE';

/**
 * Reads what the socket brings of one conversation: others share it, each by its session. Turns follow one another
 * there, from `response.created` to `response.done`, which is final when it says "completed" (site.md).
 */
export class GrokSocketReader implements ReplyReader {
  readonly #conversationId: string;
  #isNamed = false;
  #answerId: string | null = null;
  #text = '';

  constructor(conversationId: string) {
    this.#conversationId = conversationId;
  }

  read(frame: unknown): readonly ReplyEvent[] {
    if (sessionOf(frame) !== this.#conversationId) return [];
    const event = at(frame, 'event');
    switch (textAt(event, 'type')) {
      case 'response.created':
        this.#answerId = idAt(event, 'response', 'id');
        this.#text = '';
        return this.#named();
      case 'response.chunk':
        return this.#append(at(event, 'chunk', 'text'));
      case 'response.done':
        return this.#finish(at(event, 'response'));
      case 'error': {
        const error = readStreamError(event);
        return error === null ? [] : [{ type: 'error', ...error }];
      }
      default:
        return []; // Searches, pictures, cards.
    }
  }

  #append(chunk: unknown): readonly ReplyEvent[] {
    const text = textAt(chunk, 'text') ?? '';
    const isAnswer = this.#answerId !== null && textAt(chunk, 'channel') === ANSWER;
    if (!isAnswer || text === '') return [];
    this.#text += text;
    return [{ type: 'delta', text }];
  }

  #finish(response: unknown): readonly ReplyEvent[] {
    const assistantMessageId = this.#answerId;
    const text = withoutTags(this.#text);
    this.#answerId = null;
    const isOurs = assistantMessageId !== null && idAt(response, 'id') === assistantMessageId;
    const isWhole = isOurs && textAt(response, 'status') === 'completed' && text.trim() !== '';
    return isWhole ? [{ type: 'final', assistantMessageId, text }] : [];
  }

  #named(): readonly ReplyEvent[] {
    if (this.#isNamed) return [];
    this.#isNamed = true;
    return [{ type: 'conversation', remoteConversationId: this.#conversationId }];
  }
}

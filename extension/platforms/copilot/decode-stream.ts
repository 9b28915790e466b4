import { idAt, textAt } from '../kit/json-value.ts';
import type { ReplyEvent } from '../platform.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import { retryAfterIn } from '../kit/retry-after.ts';

interface Message {
  /** Texts by part id, in order of appearance. */
  readonly parts: Map<string, string>;
  isDamaged: boolean;
  isOver: boolean;
}

const HUMAN_CHECK: ReplyEvent = {
  type: 'error',
  code: 'challenge_required',
  text: 'The site wants to see a person before it answers.',
  retryAfterMs: null,
};

/**
 * Reads what the socket brings of one conversation: JSON objects, of which a frame may hold several. Most name
 * only their message, so none is read but those that were begun in this conversation. Final is an answer that
 * "done" names. An error or challenge that names another conversation, or only a message unknown here, is not ours;
 * one that names neither is taken for ours, though all conversations share the socket. Source: site.md.
 */
export class CopilotReplyReader implements ReplyReader {
  readonly #messages = new Map<string, Message>();
  readonly #userMessages = new Set<string>();
  readonly #conversationId: string;
  #isNamed = false;

  constructor(conversationId: string) {
    this.#conversationId = conversationId;
  }

  read(event: unknown): readonly ReplyEvent[] {
    const id = idAt(event, 'messageId');
    const isHere = idAt(event, 'conversationId') === this.#conversationId;
    const message = this.#messages.get(id ?? '');
    switch (textAt(event, 'event')) {
      case 'received':
        if (!isHere || id === null) return [];
        this.#userMessages.add(id);
        return [...this.#named(), { type: 'user_turn', messageId: id }];
      case 'startMessage':
        if (!isHere || id === null) return [];
        if (message === undefined) this.#messages.set(id, newMessage());
        return this.#named();
      case 'appendText':
        return message === undefined ? [] : this.#append(message, event);
      case 'replaceText':
        for (const each of message === undefined ? this.#messages.values() : [message]) {
          each.isDamaged = true;
        }
        return [];
      case 'done':
        return id === null || message === undefined ? [] : this.#finish(id, message);
      case 'challenge':
        // The page meets the others by itself.
        return textAt(event, 'method') === 'cloudflare' && this.#mayBeOurs(event)
          ? [HUMAN_CHECK]
          : [];
      case 'error':
        return this.#mayBeOurs(event) ? [readError(event)] : [];
      default:
        return []; // Thoughts, citations, pictures.
    }
  }

  #mayBeOurs(event: unknown): boolean {
    const conversationId = idAt(event, 'conversationId');
    if (conversationId !== null) return conversationId === this.#conversationId;
    const id = idAt(event, 'messageId');
    return id === null || this.#messages.has(id) || this.#userMessages.has(id);
  }

  #append({ parts }: Message, event: unknown): readonly ReplyEvent[] {
    const partId = idAt(event, 'partId') ?? '';
    const text = textAt(event, 'text') ?? '';
    if (text === '') return [];
    const before = parts.get(partId);
    const isNewPart = before === undefined && parts.size > 0;
    parts.set(partId, (before ?? '') + text);
    return [{ type: 'delta', text: isNewPart ? `\n\n${text}` : text }];
  }

  #finish(assistantMessageId: string, message: Message): readonly ReplyEvent[] {
    const text = [...message.parts.values()].join('\n\n');
    if (message.isOver || message.isDamaged || text.trim() === '') return [];
    message.isOver = true;
    return [{ type: 'final', assistantMessageId, text }];
  }

  #named(): readonly ReplyEvent[] {
    if (this.#isNamed) return [];
    this.#isNamed = true;
    return [{ type: 'conversation', remoteConversationId: this.#conversationId }];
  }
}

function newMessage(): Message {
  return { parts: new Map(), isDamaged: false, isOver: false };
}

function readError(event: unknown): ReplyEvent {
  const name = textAt(event, 'errorCode') ?? '';
  return {
    type: 'error',
    code: /throttl/i.test(name) ? 'rate_limited' : 'send_rejected',
    text: textAt(event, 'message') || name || 'The site reported an error.',
    ...retryAfterIn(event),
  };
}

import { idAt, parseJson, textAt } from '../json-value.ts';
import type { ReplyDecoder, ReplyEvent } from '../platform.ts';
import { JsonObjects } from './json-objects.ts';

interface Message {
  /** By part id, in order of appearance. */
  readonly parts: Map<string, string>;
  isDamaged: boolean;
  isOver: boolean;
}

/**
 * Reads what the socket brings in one conversation: JSON objects, of which a frame may hold several. Final
 * is an answer that "done" names. Source: copilot.md.
 */
export class CopilotReplyDecoder implements ReplyDecoder {
  readonly #objects = new JsonObjects();
  readonly #messages = new Map<string, Message>();
  #conversationId: string | null = null;

  push(text: string): readonly ReplyEvent[] {
    return this.#objects.push(text).flatMap((object) => this.#read(parseJson(object)));
  }

  end(): readonly ReplyEvent[] {
    return [];
  }

  #read(event: unknown): readonly ReplyEvent[] {
    const id = idAt(event, 'messageId');
    switch (textAt(event, 'event')) {
      case 'received':
        return [...this.#learnConversation(event), ...userTurn(id)];
      case 'startMessage':
        return this.#learnConversation(event);
      case 'appendText':
        return id === null ? [] : this.#append(this.#messageOf(id), event);
      case 'replaceText':
        for (const [messageId, message] of this.#messages) {
          message.isDamaged ||= id === null || id === messageId;
        }
        return [];
      case 'done':
        return id === null ? [] : this.#finish(id, this.#messageOf(id));
      case 'error':
        return [readError(event)];
      default:
        return []; // Thoughts, citations, pictures, challenges that the page meets by itself.
    }
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

  #messageOf(id: string): Message {
    const message = this.#messages.get(id) ?? {
      parts: new Map<string, string>(),
      isDamaged: false,
      isOver: false,
    };
    this.#messages.set(id, message);
    return message;
  }

  #learnConversation(event: unknown): readonly ReplyEvent[] {
    const id = idAt(event, 'conversationId');
    if (id === null || id === this.#conversationId) return [];
    this.#conversationId = id;
    return [{ type: 'conversation', remoteConversationId: id }];
  }
}

function userTurn(messageId: string | null): readonly ReplyEvent[] {
  return messageId === null ? [] : [{ type: 'user_turn', messageId }];
}

function readError(event: unknown): ReplyEvent {
  const name = textAt(event, 'errorCode') ?? '';
  return {
    type: 'error',
    code: /throttl/i.test(name) ? 'rate_limited' : 'send_rejected',
    text: textAt(event, 'message') || name || 'The site reported an error.',
    retryAfterMs: null,
  };
}

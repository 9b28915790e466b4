import { at, idAt, isObject, listAt, textAt } from '../kit/json-value.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import { withoutParts } from '../kit/without-parts.ts';
import type { ReplyEvent } from '../platform.ts';
import { readStreamError } from './read-refusal.ts';

/** Tags that the page draws as cards and references. */
const TAGS =
  /<(grok:render|xai:tool_usage_card)\b[^>]*\/>|<(grok:render|xai:tool_usage_card)\b[^>]*>[^]*?<\/\2>/g;

/**
 * Reads the lines of the REST interface. The fields lie in `result`, or one deeper in a new chat. Final is
 * `modelResponse`, which holds the whole answer (site.md, Older REST).
 */
export class GrokReplyReader implements ReplyReader {
  readonly #told = new Set<string>();

  read(line: unknown): readonly ReplyEvent[] {
    const error = readStreamError(line);
    if (error !== null) return [{ type: 'error', ...error }];
    const result = at(line, 'result');
    const fields = at(result, 'response') ?? result;
    const conversationId = idAt(result, 'conversation', 'conversationId');
    const questionId = idAt(fields, 'userResponse', 'responseId');
    const events: ReplyEvent[] = [];
    if (conversationId !== null && this.#isNew(`conversation ${conversationId}`)) {
      events.push({ type: 'conversation', remoteConversationId: conversationId });
    }
    if (questionId !== null && this.#isNew(`question ${questionId}`)) {
      events.push({ type: 'user_turn', messageId: questionId });
    }
    return [...events, ...readToken(fields), ...this.#readAnswer(at(fields, 'modelResponse'))];
  }

  #readAnswer(answer: unknown): readonly ReplyEvent[] {
    if (!isObject(answer)) return [];
    const assistantMessageId = idAt(answer, 'responseId');
    const text = textAt(answer, 'message');
    const [failure] = listAt(answer, 'streamErrors');
    if (failure !== undefined) {
      const error = readStreamError({ error: failure });
      return error === null ? [] : [{ type: 'error', ...error }];
    }
    const isWhole = assistantMessageId !== null && text !== null && answer['partial'] !== true;
    if (!isWhole || !this.#isNew(`answer ${assistantMessageId}`)) return [];
    return [{ type: 'final', assistantMessageId, text: withoutTags(text) }];
  }

  #isNew(what: string): boolean {
    const isNew = !this.#told.has(what);
    this.#told.add(what);
    return isNew;
  }
}

export function withoutTags(text: string): string {
  return withoutParts(text, TAGS);
}

function readToken(fields: unknown): readonly ReplyEvent[] {
  const text = textAt(fields, 'token');
  const isAnswer = at(fields, 'isThinking') !== true && at(fields, 'messageTag') === 'final';
  return isAnswer && text !== null && text !== '' ? [{ type: 'delta', text }] : [];
}

import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import { at, idAt, isObject, listAt, textAt } from '../kit/json-value.ts';
import type { ReplyEvent } from '../platform.ts';

/** The site answers 200 to these as well. */
const LIMITS = new Set(['reached_limit', 'rate_limit_exceeded', 'concurrent_messages']);

/**
 * Reads the answer to a send: one JSON object, which names the chat by its code and by its number. What the bot
 * says comes over the site's socket, which knows the number alone.
 */
export function readSendAnswer(answer: unknown): readonly ReplyEvent[] {
  const edge = at(answer, 'data', 'messageEdgeCreate');
  const status = textAt(edge, 'status');
  if (!isObject(edge) || status === null) return refusalOf(answer);
  if (status !== 'success') {
    const text = textAt(edge, 'statusMessage') || `The site answered ${status}.`;
    return [error(LIMITS.has(status) ? 'rate_limited' : 'send_rejected', text)];
  }
  const remoteConversationId = idAt(edge, 'chat', 'chatCode');
  const named: readonly ReplyEvent[] =
    remoteConversationId === null ? [] : [{ type: 'conversation', remoteConversationId }];
  const knownAs = idAt(edge, 'chat', 'chatId');
  return [...named, { type: 'handoff', ...(knownAs !== null && { knownAs }) }];
}

/** Nothing where the answer is neither a message nor an error. */
function refusalOf(answer: unknown): readonly ReplyEvent[] {
  const [first] = listAt(answer, 'errors');
  const text = textAt(first, 'message');
  return text === null ? [] : [error('send_rejected', text)];
}

function error(code: ErrorCode, text: string): ReplyEvent {
  return { type: 'error', code, text, retryAfterMs: null };
}

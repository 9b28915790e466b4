import { at, idAt, textAt } from '../kit/json-value.ts';
import type { ReplyEvent, TappedRequest } from '../platform.ts';
import { ReplyDecoder } from '../kit/reply-decoder.ts';
import { WholeText } from '../kit/whole-text.ts';
import { isTopicId } from './locate.ts';
import { readError } from './read-refusal.ts';
import { readSend } from './read-send.ts';
import { trpcOutcome } from './trpc.ts';

/** The answer to the call that saved the turn. The reply itself comes another way. */
export function decodeReply(request: TappedRequest, contentType: string): ReplyDecoder | null {
  const send = readSend(request);
  if (send === null || !contentType.startsWith('application/json')) return null;
  return new ReplyDecoder(new WholeText(), { read: (answer) => readStart(answer, send.index) });
}

function readStart(answer: unknown, index: number | null): readonly ReplyEvent[] {
  const { data, error } = trpcOutcome(answer, index);
  if (error !== undefined) return [{ type: 'error', ...readError(error) }];
  if (at(data, 'success') === false) {
    const text = textAt(data, 'error') ?? 'The site reported an error.';
    return [{ type: 'error', code: 'send_rejected', text, retryAfterMs: null }];
  }
  const remoteConversationId = idAt(data, 'topicId');
  const messageId = idAt(data, 'userMessageId');
  if (!isTopicId(remoteConversationId)) return [];
  const events: ReplyEvent[] = [{ type: 'conversation', remoteConversationId }];
  if (messageId !== null) events.push({ type: 'user_turn', messageId });
  return [...events, { type: 'handoff' }];
}

import { at, idAt, listAt, parseJson, textAt } from '../kit/json-value.ts';
import { type SendDescription, SOCKET_METHOD, type TappedRequest } from '../platform.ts';

/** A frame of the page's socket: the event "send", which always names its conversation (site.md, Sending). */
export function describeSend(request: TappedRequest): SendDescription | null {
  if (request.method !== SOCKET_METHOD) return null;
  const frame = parseJson(request.body ?? '');
  const remoteConversationId = idAt(frame, 'conversationId');
  const parts = listAt(frame, 'content');
  // What a person presses comes as a part too ("command"), without a word of theirs.
  const hasWords = parts.some((part) => at(part, 'type') === 'text');
  if (textAt(frame, 'event') !== 'send' || remoteConversationId === null || !hasWords) return null;
  return {
    kind: 'next',
    text: parts.map(wordsOf).join('\n\n'),
    userMessageId: null,
    remoteConversationId,
    parentMessageId: null,
  };
}

/** A file or picture shows in the text: what leaves with one is no message of ours. */
function wordsOf(part: unknown): string {
  const type = textAt(part, 'type') ?? 'part';
  return type === 'text' ? (textAt(part, 'text') ?? '') : `[${type}]`;
}

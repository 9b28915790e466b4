import { at, idAt, textAt } from '../kit/json-value.ts';
import type { ResumeDescription, SendDescription, TappedRequest } from '../platform.ts';
import { jsonPostedTo } from '../kit/request-body.ts';
import { textOfContent } from './message.ts';

export const CHAT_PATH = '/api/chat';
const NEW_CHAT_PATH = '/api/trpc/message.newChat';

/**
 * A new chat is made by one request, which holds the text; the page then asks for its answer with another
 * (`describeResume`). Later turns are one request.
 */
export function describeSend(request: TappedRequest): SendDescription | null {
  const newChat = at(jsonPostedTo(request, NEW_CHAT_PATH), '0', 'json');
  if (newChat !== undefined) return describe('next', at(newChat, 'content'), null, null);

  const body = jsonPostedTo(request, CHAT_PATH);
  const chatId = idAt(body, 'chatId');
  switch (textAt(body, 'mode')) {
    case 'append':
      return describe('next', at(body, 'messageInput'), idAt(body, 'messageId'), chatId);
    case 'retry':
      return chatId === null ? null : describe('variant', [], null, chatId);
    default:
      return null;
  }
}

export function describeResume(request: TappedRequest): ResumeDescription | null {
  const body = jsonPostedTo(request, CHAT_PATH);
  const remoteConversationId = idAt(body, 'chatId');
  const isStart = textAt(body, 'mode') === 'start';
  return remoteConversationId === null || !isStart
    ? null
    : { remoteConversationId, fromStart: true };
}

export function isNewChat(request: TappedRequest): boolean {
  return jsonPostedTo(request, NEW_CHAT_PATH) !== undefined;
}

function describe(
  kind: SendDescription['kind'],
  content: unknown,
  userMessageId: string | null,
  remoteConversationId: string | null,
): SendDescription | null {
  if (!Array.isArray(content)) return null;
  // No request names a parent: the server continues at the end of the branch that is shown.
  const text = textOfContent(content);
  return { kind, text, userMessageId, remoteConversationId, parentMessageId: null };
}

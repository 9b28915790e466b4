import { at, idAt, listAt, textAt } from '../kit/json-value.ts';
import type { SendDescription, TappedRequest } from '../platform.ts';
import { jsonBodyOf, pathOf } from '../kit/request-body.ts';

const SEND_PATH = '/api/v2/chat/completions';

/** `user_action` is `chat` for a new turn; the names of the others are not known. */
export function describeSend(request: TappedRequest): SendDescription | null {
  if (pathOf(request) !== SEND_PATH) return null;
  const body = jsonBodyOf(request);
  const remoteConversationId = idAt(body, 'chat_id');
  const message = listAt(body, 'messages').at(-1);
  const text = textAt(message, 'content');
  if (at(message, 'role') !== 'user' || text === null || remoteConversationId === null) return null;
  return {
    kind: at(message, 'user_action') === 'chat' ? 'next' : 'variant',
    text,
    userMessageId: idAt(message, 'fid'),
    remoteConversationId,
    parentMessageId: idAt(body, 'parent_id'),
  };
}

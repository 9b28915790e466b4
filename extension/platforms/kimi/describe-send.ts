import { at, idAt, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { SendDescription, TappedRequest } from '../platform.ts';
import { pathOf } from '../kit/request-body.ts';
import { ConnectSplitter } from './connect-splitter.ts';

const SEND_PATH = '/apiv2/kimi.gateway.chat.v1.ChatService/Chat';

/** The body is one Connect frame, too. */
export function describeSend(request: TappedRequest): SendDescription | null {
  if (request.method !== 'POST' || request.body === null) return null;
  if (pathOf(request) !== SEND_PATH) return null;
  const splitter = new ConnectSplitter();
  const [frame] = [...splitter.push(request.body), ...splitter.end()];
  const body = parseJson(frame?.data ?? '');
  const texts = listAt(body, 'message', 'blocks').map((block) => textAt(block, 'text', 'content'));
  const written = texts.filter((text) => text !== null);
  if (at(body, 'message', 'role') !== 'user' || written.length === 0) return null;
  return {
    kind: 'next',
    text: written.join(''),
    userMessageId: null,
    remoteConversationId: idAt(body, 'chat_id'),
    parentMessageId: idAt(body, 'message', 'parent_id'),
  };
}

import { idAt, textAt } from '../json-value.ts';
import type { SendDescription, TappedRequest } from '../platform.ts';
import { jsonBodyOf, pathOf } from '../request-body.ts';
import { isUuid } from '../uuid.ts';

const SEND_PATH = /^\/rest\/app-chat\/conversations\/(?:new|([^/]+)\/responses)$/;

export function describeSend(request: TappedRequest): SendDescription | null {
  const match = SEND_PATH.exec(pathOf(request));
  const id = match?.[1] ?? null;
  const body = jsonBodyOf(request);
  const text = textAt(body, 'message');
  if (match === null || text === null || (id !== null && !isUuid(id))) return null;
  return {
    kind: 'next',
    text,
    userMessageId: null,
    remoteConversationId: id,
    parentMessageId: idAt(body, 'parentResponseId'),
  };
}

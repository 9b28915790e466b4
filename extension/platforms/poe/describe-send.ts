import { at, idAt, textAt } from '../kit/json-value.ts';
import type { SendDescription, TappedRequest } from '../platform.ts';
import { jsonPostedTo } from '../kit/request-body.ts';
import { locate } from './locate.ts';

/** All that the page asks goes to one address: the name of the query tells a send from the rest. */
export function describeSend(request: TappedRequest): SendDescription | null {
  const body = jsonPostedTo(request, '/api/gql_POST');
  const text = textAt(body, 'variables', 'query');
  const isSend = /^[sS]endMessageMutation$/.test(textAt(body, 'queryName') ?? '');
  if (!isSend || text === null) return null;
  const isFirst = (at(body, 'variables', 'chatId') ?? null) === null;
  const isNamed = idAt(body, 'variables', 'chatId') !== null;
  if (!isFirst && !isNamed) return null;
  const page = locate(new URL(request.pageUrl));
  return {
    kind: 'next',
    text,
    userMessageId: null,
    remoteConversationId: isFirst ? null : page.remoteConversationId,
    parentMessageId: null,
  };
}

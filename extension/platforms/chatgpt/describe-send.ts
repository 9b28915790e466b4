import { at, idAt, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { ResumeDescription, SendDescription, TappedRequest } from '../platform.ts';

// Exact paths: `/f/conversation/prepare` and `/f/conversation/resume` share the prefix and are no sends.
const SEND_PATHS = new Set([
  '/backend-api/f/conversation',
  '/backend-anon/f/conversation',
  '/backend-api/conversation',
  '/backend-anon/conversation',
]);
const RESUME_PATH = /^\/backend-(?:api|anon)\/f\/conversation\/resume$/;
const KINDS = new Set(['next', 'variant', 'continue'] as const);

export function describeSend(request: TappedRequest): SendDescription | null {
  const body = jsonBodyOf(request, (path) => SEND_PATHS.has(path));
  const action = textAt(body, 'action');
  const kind = [...KINDS].find((known) => known === action);
  if (kind === undefined) return null;
  const message = listAt(body, 'messages').findLast(
    (candidate) => at(candidate, 'author', 'role') === 'user',
  );
  if (kind === 'next' && message === undefined) return null;
  return {
    kind,
    text: listAt(message, 'content', 'parts')
      .filter((part) => typeof part === 'string')
      .join(''),
    userMessageId: idAt(message, 'id'),
    remoteConversationId: idAt(body, 'conversation_id'),
    parentMessageId: idAt(body, 'parent_message_id'),
  };
}

export function describeResume(request: TappedRequest): ResumeDescription | null {
  const body = jsonBodyOf(request, (path) => RESUME_PATH.test(path));
  const remoteConversationId = idAt(body, 'conversation_id');
  if (remoteConversationId === null) return null;
  return { remoteConversationId, fromStart: at(body, 'offset') === 0 };
}

function jsonBodyOf(request: TappedRequest, isPath: (path: string) => boolean): unknown {
  if (request.method !== 'POST' || request.body === null) return undefined;
  return isPath(new URL(request.url, request.pageUrl).pathname)
    ? parseJson(request.body)
    : undefined;
}

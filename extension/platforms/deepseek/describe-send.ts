import { at, idAt, textAt } from '../kit/json-value.ts';
import type { ResumeDescription, SendDescription, TappedRequest } from '../platform.ts';
import { jsonBodyOf, pathOf } from '../kit/request-body.ts';

const RESUME_PATH = '/api/v0/chat/resume_stream';
/** Requests that a reply answers; `/api/v0/chat/…` holds many others. */
const KINDS: Readonly<Record<string, SendDescription['kind']>> = {
  '/api/v0/chat/completion': 'next',
  '/api/v0/chat/edit_message': 'variant',
  '/api/v0/chat/regenerate': 'variant',
  '/api/v0/chat/continue': 'continue',
};

/** The session is made before the first send, so every send names it. Messages get their ids by the site. */
export function describeSend(request: TappedRequest): SendDescription | null {
  const path = pathOf(request);
  const kind = Object.hasOwn(KINDS, path) ? KINDS[path] : undefined;
  const body = jsonBodyOf(request);
  const remoteConversationId = idAt(body, 'chat_session_id');
  const text = textAt(body, 'prompt');
  if (kind === undefined || remoteConversationId === null) return null;
  if (kind === 'next' && text === null) return null;
  return {
    kind,
    text: text ?? '',
    userMessageId: null,
    remoteConversationId,
    parentMessageId: idAt(body, 'parent_message_id'),
    ...(kind === 'next' && at(body, 'parent_message_id') === null && { isFirst: true }),
  };
}

/** A resumed stream begins with the whole document so far. */
export function describeResume(request: TappedRequest): ResumeDescription | null {
  if (pathOf(request) !== RESUME_PATH) return null;
  const remoteConversationId = idAt(jsonBodyOf(request), 'chat_session_id');
  return remoteConversationId === null ? null : { remoteConversationId, fromStart: true };
}

import { idAt, parseJson } from '../kit/json-value.ts';
import type { ResumeDescription, SendDescription, TappedRequest } from '../platform.ts';
import { ownUrl } from '../kit/self-hosted.ts';
import { isUuid } from '../kit/uuid.ts';
import { readSend } from './read-send.ts';

const COMPLETED_PATH = '/api/chat/completed';

export function describeSend(request: TappedRequest): SendDescription | null {
  const send = readSend(request);
  if (send === null) return null;
  const { kind, text, userMessageId, remoteConversationId, parentMessageId } = send;
  return { kind, text, userMessageId, remoteConversationId, parentMessageId };
}

/**
 * Before 0.9 the page hands each whole answer back to the server once its socket said that it is done
 * (never for one that was stopped): a repetition of the reply over HTTP.
 */
export function describeResume(request: TappedRequest): ResumeDescription | null {
  if (!isCompletedRequest(request)) return null;
  const remoteConversationId = idAt(parseJson(request.body ?? ''), 'chat_id');
  return remoteConversationId !== null && isUuid(remoteConversationId)
    ? { remoteConversationId, fromStart: true }
    : null;
}

function isCompletedRequest(request: TappedRequest): boolean {
  return request.method === 'POST' && ownUrl(request)?.pathname === COMPLETED_PATH;
}

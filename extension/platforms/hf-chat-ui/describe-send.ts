import { formFields } from '../kit/form-fields.ts';
import { idAt, isObject, parseJson, textAt } from '../kit/json-value.ts';
import type { JsonObject } from '../kit/json-value.ts';
import type { SendDescription, TappedRequest } from '../platform.ts';
import { ownUrl } from '../kit/self-hosted.ts';

const SEND_PATH = /\/conversation\/([0-9a-f]{24})$/;

/**
 * A send is a form whose field `data` holds JSON. `id` is the message that the turn follows; when a turn
 * is done again it is that turn's own. The server names the new messages. Source: site.md,
 * Sending.
 */
export function describeSend(request: TappedRequest): SendDescription | null {
  const remoteConversationId = conversationIn(request);
  const data = sendDataOf(request);
  if (remoteConversationId === null || data === null) return null;
  const kind = kindOf(data);
  const text = textAt(data, 'inputs') ?? '';
  if (kind === 'next' && text === '') return null;
  const parentMessageId = kind === 'next' ? idAt(data, 'id') : null;
  return { kind, text, userMessageId: null, remoteConversationId, parentMessageId };
}

function conversationIn(request: TappedRequest): string | null {
  if (request.method !== 'POST') return null;
  return SEND_PATH.exec(ownUrl(request)?.pathname ?? '')?.[1] ?? null;
}

/** The page names each run; the message that it writes keeps the name. Null in older versions. */
export function runIdOf(request: TappedRequest): string | null {
  return idAt(sendDataOf(request), 'generationId');
}

function sendDataOf(request: TappedRequest): JsonObject | null {
  if (request.body?.startsWith('--') !== true) return null;
  const data = parseJson(textAt(formFields(request.body), 'data') ?? '');
  return isObject(data) ? data : null;
}

function kindOf(data: JsonObject): SendDescription['kind'] {
  if (data['is_continue'] === true || idAt(data, 'resumeElicitationId') !== null) return 'continue';
  return data['is_retry'] === true ? 'variant' : 'next';
}

import { at, idAt, isObject, parseJson, textAt } from '../kit/json-value.ts';
import type { JsonObject } from '../kit/json-value.ts';
import type { ResumeDescription, SendDescription, TappedRequest } from '../platform.ts';
import { ownUrl } from '../kit/self-hosted.ts';
import { isUuid } from '../kit/uuid.ts';

/** `/agents/chat/abort` and its like bring no message; assistants have a path and a stream of their own. */
const SEND_PATH = /\/api\/agents\/chat\/[^/]+$/;
const STREAM_PATH = /\/api\/agents\/chat\/stream\/([^/]+)$/;
/** Stands where a message has none before it. */
export const NO_PARENT = '00000000-0000-0000-0000-000000000000';

/** The turn's id, and that the server is to save it under that. */
const KEPT_ID = /^(.+)__0$/;

/**
 * The page's `messageId` is a stand-in: the server makes an id of its own, unless it is told to keep one
 * (`overrideUserMessageId`). Source: site.md, Sending.
 */
export function describeSend(request: TappedRequest): SendDescription | null {
  const body = sendBodyOf(request);
  const text = textAt(body, 'text');
  if (text === null || idAt(body, 'messageId') === null) return null;
  const parent = idAt(body, 'parentMessageId');
  return {
    kind: kindOf(body),
    text,
    userMessageId: KEPT_ID.exec(textAt(body, 'overrideUserMessageId') ?? '')?.[1] ?? null,
    remoteConversationId: realId(idAt(body, 'conversationId')),
    parentMessageId: parent === NO_PARENT ? null : parent,
    ...(parent === NO_PARENT && { isFirst: true }),
  };
}

export function sendBodyOf(request: TappedRequest): JsonObject | null {
  if (request.method !== 'POST' || request.body === null) return null;
  if (!SEND_PATH.test(ownUrl(request)?.pathname ?? '')) return null;
  const body = parseJson(request.body);
  return isObject(body) && body['isCreatedByUser'] === true ? body : null;
}

/** Since 0.8.6 the reply is streamed from an address of its own; every answer there ends with the whole reply. */
export function describeResume(request: TappedRequest): ResumeDescription | null {
  if (request.method !== 'GET') return null;
  // The stream goes by its conversation's id, always (site.md, Replies).
  const id = realId(STREAM_PATH.exec(ownUrl(request)?.pathname ?? '')?.[1] ?? null);
  return id === null ? null : { remoteConversationId: id, fromStart: true };
}

/** `new` and `PENDING` stand for conversations that have no id yet. */
export function realId(id: string | null): string | null {
  return id !== null && isUuid(id) && id !== NO_PARENT ? id : null;
}

function kindOf(body: JsonObject | null): SendDescription['kind'] {
  if (at(body, 'isContinued') === true) return 'continue';
  const changesReply = (at(body, 'editedContent') ?? null) !== null;
  return at(body, 'isRegenerate') === true || changesReply ? 'variant' : 'next';
}

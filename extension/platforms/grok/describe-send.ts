import { at, idAt, listAt, parseJson, textAt } from '../kit/json-value.ts';
import { type SendDescription, SOCKET_METHOD, type TappedRequest } from '../platform.ts';
import { jsonBodyOf, pathOf } from '../kit/request-body.ts';
import { isUuid } from '../kit/uuid.ts';

const SEND_PATH = /^\/rest\/app-chat\/conversations\/(?:new|([^/]+)\/responses)$/;

export function describeSend(request: TappedRequest): SendDescription | null {
  return request.method === SOCKET_METHOD
    ? describeFrame(parseJson(request.body ?? ''))
    : describePost(request);
}

/** A message goes out in a frame of its own; the one that asks for the answer follows it. */
function describeFrame(frame: unknown): SendDescription | null {
  const event = at(frame, 'event');
  const item = at(event, 'item');
  const isMessage = at(item, 'type') === 'message' && at(item, 'role') === 'user';
  const chunks = listAt(item, 'x_grok', 'input_chunks');
  if (textAt(event, 'type') !== 'conversation.item.create' || !isMessage) return null;
  if (chunks.length === 0) return null;
  const parentMessageId = idAt(event, 'parent_response_id');
  return {
    kind: 'next',
    text: chunks.map(wordsOf).join(''),
    // The page names it, but whether the site keeps that name is not known.
    userMessageId: null,
    remoteConversationId: sessionOf(frame),
    parentMessageId,
    ...(parentMessageId === null && { isFirst: true }),
  };
}

/** A session has the id of its conversation. */
export function sessionOf(frame: unknown): string | null {
  const id = idAt(frame, 'session_id');
  return id !== null && isUuid(id) ? id : null;
}

/** A file shows in the text: what leaves with one is no message of ours. */
function wordsOf(chunk: unknown): string {
  return textAt(chunk, 'text', 'text') ?? '[attached]';
}

/** The older REST interface. */
function describePost(request: TappedRequest): SendDescription | null {
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

import { formFields } from '../form-fields.ts';
import { at, idAt, isObject, listAt, parseJson, textAt } from '../json-value.ts';
import type { SendDescription, TappedRequest } from '../platform.ts';
import { idInRequestPath } from './locate.ts';
import { conversationIdOf, firstId } from './names.ts';

const TEXT_NAMES = ['message', 'prompt', 'text', 'input', 'inputs', 'query', 'question', 'content'];
/** Requests that carry a person's words but are no turn: titles, summaries, telemetry. */
const NO_TURN = /title|summar|telemetry|analytics|suggest|feedback|moderation/i;

/**
 * Takes a POST for a send when its JSON body holds a new user text where chat sites put one: the last
 * message of `messages` when a person wrote it, or a field such as `message` or `prompt`. Title and
 * summary requests, and requests for an answer in one piece, are no turns.
 */
export function describeSend(request: TappedRequest): SendDescription | null {
  if (request.method !== 'POST' || request.body === null) return null;
  const url = new URL(request.url, request.pageUrl);
  const body = fieldsOf(request.body);
  if (!isObject(body) || body['stream'] === false || NO_TURN.test(url.pathname)) return null;
  const turn = userTurnOf(body);
  if (turn === null) return null;
  return {
    kind: 'next',
    text: turn.text,
    userMessageId:
      turn.id ?? firstId(body, ['message_id', 'messageId', 'user_message_id', 'userMessageId']),
    remoteConversationId: conversationIdOf(body) ?? idInRequestPath(url),
    parentMessageId: firstId(body, [
      'parent_id',
      'parentId',
      'parent_message_id',
      'parentMessageId',
    ]),
  };
}

/** The fields of a body; a site that sends a form may have put the JSON proper into one field of it. */
function fieldsOf(body: string): unknown {
  const fields = body.startsWith('--') ? formFields(body) : parseJson(body);
  const data = textAt(fields, 'data');
  const inner = data === null ? undefined : parseJson(data);
  return isObject(inner) ? inner : fields;
}

function userTurnOf(body: unknown): { text: string; id: string | null } | null {
  const messages = listAt(body, 'messages');
  if (messages.length > 0) {
    const last = messages.at(-1);
    const role = textAt(last, 'role') ?? textAt(last, 'author', 'role');
    const text = role === 'user' ? writtenText(last) : null;
    return text === null ? null : { text, id: idAt(last, 'id') };
  }
  for (const name of TEXT_NAMES) {
    const value = at(body, name);
    const text = typeof value === 'string' ? value : writtenText(value);
    if (text !== null) return { text, id: idAt(value, 'id') };
  }
  return null;
}

/** The text of a message object: `content`, `text` or `parts`, whole or in pieces. */
export function writtenText(message: unknown): string | null {
  for (const value of [at(message, 'content'), at(message, 'text'), message]) {
    if (typeof value === 'string') return value;
    const pieces = Array.isArray(value) ? listAt({ value }, 'value') : listAt(value, 'parts');
    const texts = pieces.map((piece) =>
      typeof piece === 'string' ? piece : textAt(piece, 'text'),
    );
    if (texts.some((text) => text !== null)) return texts.filter((text) => text !== null).join('');
  }
  return null;
}

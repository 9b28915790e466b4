import { at, idAt, isObject, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { JsonObject } from '../kit/json-value.ts';
import type { SendDescription, TappedRequest } from '../platform.ts';
import { ownUrl } from '../kit/self-hosted.ts';
import { isUuid } from '../kit/uuid.ts';

const SEND_PATH = '/api/chat/completions';

/** A send, and what only this software's requests have. */
export interface OpenWebuiSend extends SendDescription {
  readonly body: JsonObject;
  /** Since 0.9 the server owns the history: it takes the new turn alone and saves it. */
  readonly isServerHistory: boolean;
  /** The messages that the answer will fill, one for each model that is asked. */
  readonly answerIds: readonly string[];
}

/**
 * Reads a send. The same path also serves the playground, notes and channels: what is no turn of a chat
 * has no chat or no user message. Source: site.md, Sending. Since 0.9 some fields differ
 * (`user_message` in place of `parent_message`, `message_ids`, no `chat_id` in a new chat).
 */
export function readSend(request: TappedRequest): OpenWebuiSend | null {
  if (request.method !== 'POST' || request.body === null) return null;
  if (ownUrl(request)?.pathname !== SEND_PATH) return null;
  const body = parseJson(request.body);
  if (!isObject(body)) return null;
  const isServerHistory = isObject(body['user_message']);
  const turn = isServerHistory ? body['user_message'] : body['parent_message'];
  const userMessageId = idAt(turn, 'id');
  const text = textAt(turn, 'content');
  const chatId = idAt(body, 'chat_id');
  const answerIds = answerIdsOf(body);
  const isNewChat = isServerHistory && chatId === null && body['parent_id'] === null;
  if (userMessageId === null || text === null || answerIds.length === 0) return null;
  if ((chatId === null && !isNewChat) || chatId?.startsWith('channel:')) return null;
  return {
    kind: kindOf(body, turn, answerIds, isServerHistory),
    text,
    userMessageId,
    // A chat that is not stored goes by the socket's id, which the next one may get as well.
    remoteConversationId: chatId !== null && isUuid(chatId) ? chatId : null,
    parentMessageId: idAt(turn, 'parentId'),
    body,
    isServerHistory,
    answerIds,
  };
}

/** A turn lists its answers: it is new while the first of them is the one that is asked for. */
function kindOf(
  body: JsonObject,
  turn: unknown,
  answerIds: readonly string[],
  isServerHistory: boolean,
): SendDescription['kind'] {
  const continues = isServerHistory
    ? idAt(body, 'assistant_message_id') !== null
    : at(listAt(body, 'messages').at(-1), 'role') === 'assistant';
  if (continues) return 'continue';
  const [first] = listAt(turn, 'childrenIds');
  return typeof first === 'string' && answerIds.includes(first) ? 'next' : 'variant';
}

/** One id, and in some versions all ids of several models, as a list or by the model's name. */
function answerIdsOf(body: JsonObject): readonly string[] {
  const named = body['message_ids'];
  const listed = Array.isArray(named)
    ? listAt(body, 'message_ids').map((entry) => idAt(entry, 'message_id'))
    : Object.keys(isObject(named) ? named : {}).map((model) => idAt(named, model));
  const ids = [...listed, idAt(body, 'id')].filter((id) => id !== null);
  return [...new Set(ids)];
}

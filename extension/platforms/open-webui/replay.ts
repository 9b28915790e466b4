import { at, isObject, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { JsonObject } from '../kit/json-value.ts';
import type { Replay } from '../platform.ts';
import { isUuid } from '../kit/uuid.ts';
import { readSend } from './read-send.ts';

/** Fields of a send beside the turn itself: how the model is to be asked. */
const SETTINGS = [
  'stream',
  'stream_options',
  'model',
  'model_item',
  'params',
  'filter_ids',
  'tool_ids',
  'skill_ids',
  'terminal_id',
  'features',
  'session_id',
];

/**
 * Since 0.9 the server owns the history and saves both turns itself, so one request is the whole send.
 * Before, the page sent the history along and saved it by itself: such a send is no template. Neither is
 * one that only the page can make: with files, through the page's own connection to a model or to tools,
 * or to several models at once. Source: site.md, Sending.
 */
export const replay: Replay = {
  template(request) {
    const send = readSend(request);
    if (send?.kind !== 'next' || !send.isServerHistory || send.answerIds.length !== 1) return null;
    if (!canBeRepeated(send.body)) return null;
    const { origin, pathname } = new URL(request.url, request.pageUrl);
    const kept = SETTINGS.filter((name) => Object.hasOwn(send.body, name));
    const settings = Object.fromEntries(kept.map((name) => [name, send.body[name]]));
    const instructions = systemMessagesOf(send.body);
    const body = instructions.length > 0 ? { ...settings, messages: instructions } : settings;
    return { method: 'POST', url: origin + pathname, body: JSON.stringify(body) };
  },

  request(template, { text, remoteConversationId, parentMessageId, newIds }) {
    const settings = parseJson(template.body);
    const [userMessageId, answerId] = newIds;
    const isNewChat = remoteConversationId === null;
    if (!isObject(settings) || userMessageId === undefined || answerId === undefined) return null;
    if (isNewChat !== (parentMessageId === null)) return null;
    if (remoteConversationId !== null && !isUuid(remoteConversationId)) return null;
    const turn = {
      id: userMessageId,
      parentId: parentMessageId,
      childrenIds: [answerId],
      role: 'user',
      content: text,
      models: [textAt(settings, 'model')],
    };
    const body = {
      ...settings,
      ...(isNewChat ? {} : { chat_id: remoteConversationId }),
      id: answerId,
      parent_id: parentMessageId,
      user_message: turn,
      background_tasks: isNewChat ? { title_generation: true } : {},
    };
    return { ...template, body: JSON.stringify(body) };
  },
};

function canBeRepeated(body: JsonObject): boolean {
  const isStored = body['chat_id'] === undefined || isUuid(textAt(body, 'chat_id') ?? '');
  const isEmpty = (name: string): boolean => listAt(body, name).length === 0;
  return (
    isStored &&
    textAt(body, 'session_id') !== null && // Without it the server answers the request itself, and saves nothing.
    textAt(body, 'model') !== null &&
    at(body, 'model_item', 'direct') !== true &&
    isEmpty('files') &&
    isEmpty('tool_servers') &&
    listAt(body, 'user_message', 'files').length === 0
  );
}

/** Standing instructions, as the page sends them with every turn. */
function systemMessagesOf(body: JsonObject): readonly unknown[] {
  return listAt(body, 'messages').filter((message) => at(message, 'role') === 'system');
}

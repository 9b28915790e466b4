import { isObject, parseJson } from '../kit/json-value.ts';
import type { Replay } from '../platform.ts';
import { jsonPostedTo } from '../kit/request-body.ts';
import { CHAT_PATH } from './describe-send.ts';
import { isUuid } from '../kit/uuid.ts';

/**
 * A follow-up made again: the page adds no token to it. A first message is another request, and what its
 * answer needs is made by the page.
 */
export const replay: Replay = {
  template(request) {
    const body = jsonPostedTo(request, CHAT_PATH);
    if (!isObject(body) || body['mode'] !== 'append') return null;
    const bare = { ...body, messageInput: [], messageFiles: [], messageId: '' };
    return { method: 'POST', url: request.url, body: JSON.stringify(bare) };
  },
  request(template, { text, remoteConversationId, newIds }) {
    const body = parseJson(template.body);
    const [messageId] = newIds;
    const fits = isObject(body) && body['mode'] === 'append';
    if (!fits || remoteConversationId === null || !isUuid(remoteConversationId)) return null;
    if (messageId === undefined || !isUuid(messageId) || text === '') return null;
    const messageInput = [{ type: 'text', text }];
    const filled = { ...body, chatId: remoteConversationId, messageInput, messageId };
    return { ...template, body: JSON.stringify(filled) };
  },
};

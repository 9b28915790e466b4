import { idAt, isObject, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { JsonObject } from '../kit/json-value.ts';
import type { Replay } from '../platform.ts';
import { describeSend, NO_PARENT, realId, sendBodyOf } from './describe-send.ts';

/** Fields that belong to the one message: its text, its place, its attachments. */
const OF_THE_MESSAGE = new Set([
  'text',
  'messageId',
  'parentMessageId',
  'conversationId',
  'responseMessageId',
  'overrideConvoId',
  'overrideUserMessageId',
  'overrideParentMessageId',
  'clientTimestamp',
  'thread_id',
  'title',
  'files',
  'quotes',
  'referencedText',
  'manualSkills',
  'editedContent',
  'addedConvo',
  'error',
  'sender',
  'isCreatedByUser',
  'isRegenerate',
  'isContinued',
  'isEdited',
]);

/** The request carries one turn and the id before it; the server has the rest. Source: site.md. */
export const replay: Replay = {
  template(request) {
    const send = describeSend(request);
    const body = sendBodyOf(request);
    if (send?.kind !== 'next' || body === null || !isPlain(body)) return null;
    const kept = Object.entries(body).filter(([name]) => !OF_THE_MESSAGE.has(name));
    const settings = JSON.stringify(Object.fromEntries(kept));
    const ids = [idAt(body, 'messageId'), send.remoteConversationId, send.parentMessageId];
    // A newer version may say them in a field that is not known here.
    const isLeft = ids.some((id) => id !== null && settings.includes(id));
    if (isLeft || holdsText(Object.fromEntries(kept), send.text)) return null;
    const { origin, pathname } = new URL(request.url, request.pageUrl);
    return { method: 'POST', url: origin + pathname, body: settings };
  },

  request(template, { text, remoteConversationId, parentMessageId, newIds }) {
    const settings = parseJson(template.body);
    const [messageId] = newIds;
    if (!isObject(settings) || messageId === undefined) return null;
    if ((remoteConversationId === null) !== (parentMessageId === null)) return null;
    if (remoteConversationId !== null && realId(remoteConversationId) === null) return null;
    const body = {
      ...settings,
      text,
      sender: 'User',
      isCreatedByUser: true,
      isRegenerate: false,
      isContinued: false,
      error: false,
      messageId,
      // The server keeps this id then, and the turn can be found by it.
      overrideUserMessageId: `${messageId}__0`,
      parentMessageId: parentMessageId ?? NO_PARENT,
      conversationId: remoteConversationId,
    };
    return { ...template, body: JSON.stringify(body) };
  },
};

/** A second model that answers along is not the message's own, and would be missed. */
function isPlain(body: JsonObject): boolean {
  return (body['addedConvo'] ?? null) === null && textAt(body, 'endpoint') !== null;
}

function holdsText(value: unknown, text: string): boolean {
  if (typeof value === 'string')
    return value === text || (text.length > 12 && value.includes(text));
  if (Array.isArray(value)) return listAt({ value }, 'value').some((item) => holdsText(item, text));
  return isObject(value) && Object.values(value).some((item) => holdsText(item, text));
}

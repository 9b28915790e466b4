import { isObject, parseJson } from '../kit/json-value.ts';
import type { Replay } from '../platform.ts';
import { jsonBodyOf } from '../kit/request-body.ts';
import { isUuid } from '../kit/uuid.ts';
import { describeSend } from './describe-send.ts';

/** Stands where the conversation's id was; no id looks like it. */
const CONVERSATION = 'CONVERSATION';
const BEFORE_ID = '/chat_conversations/';

/**
 * The login alone lets a request through (site.md, Sending), so the page's own send can be made again. What
 * was said or attached leaves the template; the settings of model, style and tools stay, as the page sent them.
 */
export const replay: Replay = {
  template(request) {
    const body = jsonBodyOf(request);
    const send = describeSend(request);
    const isUsual = send?.kind === 'next' && send.userMessageId !== null;
    if (!isUsual || !isObject(body)) return null;
    const { create_conversation_params: _first, parent_message_uuid: _parent, ...kept } = body;
    const bare = { ...kept, prompt: '', turn_message_uuids: {}, ...emptied(kept) };
    const url = new URL(request.url, request.pageUrl);
    const [before] = url.pathname.split(BEFORE_ID);
    return {
      method: 'POST',
      url: `${url.origin}${before ?? ''}${BEFORE_ID}${CONVERSATION}/completion`,
      body: JSON.stringify(bare),
    };
  },

  request(template, { text, remoteConversationId, parentMessageId, newIds }) {
    const body = parseJson(template.body);
    const [human, assistant] = newIds;
    // The first message of a conversation brings settings that are not all known: the page sends it.
    if (remoteConversationId === null || !isUuid(remoteConversationId)) return null;
    // Without its parent the message would begin another branch.
    if (parentMessageId === null || human === undefined || assistant === undefined) return null;
    if (!isObject(body) || !template.url.includes(`${BEFORE_ID}${CONVERSATION}/`)) return null;
    return {
      method: 'POST',
      url: template.url.replace(CONVERSATION, remoteConversationId),
      body: JSON.stringify({
        ...body,
        prompt: text,
        parent_message_uuid: parentMessageId,
        turn_message_uuids: { human_message_uuid: human, assistant_message_uuid: assistant },
      }),
    };
  },
};

/** Lists of what was attached, empty; a list the page did not send stays away. */
function emptied(body: Readonly<Record<string, unknown>>): Readonly<Record<string, readonly []>> {
  const names = ['attachments', 'files', 'sync_sources'].filter((name) => name in body);
  return Object.fromEntries(names.map((name) => [name, []]));
}

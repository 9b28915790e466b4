import { idAt, isObject, textAt } from '../kit/json-value.ts';
import type { SendDescription, TappedRequest } from '../platform.ts';
import { jsonBodyOf, pathOf } from '../kit/request-body.ts';
import { isUuid } from '../kit/uuid.ts';

const SEND_PATH =
  /^\/api\/organizations\/[^/]+\/chat_conversations\/([^/]+)\/(completion|retry_completion)$/;

/** Stands for "no message before" where a parent is asked for (site.md, Sending). */
const ROOT = '00000000-0000-4000-8000-000000000000';

/**
 * The page makes the ids of the conversation and of both new messages itself. An edited message is sent
 * like a new one, only with an older parent, and is described as `next`.
 */
export function describeSend(request: TappedRequest): SendDescription | null {
  const [, conversation, action] = SEND_PATH.exec(pathOf(request)) ?? [];
  const body = jsonBodyOf(request);
  if (conversation === undefined || !isUuid(conversation) || !isObject(body)) return null;
  const text = textAt(body, 'prompt');
  const parent = idAt(body, 'parent_message_uuid');
  const parentMessageId = parent === ROOT ? null : parent;
  if (action === 'retry_completion') {
    return {
      kind: 'variant',
      text: '',
      userMessageId: null,
      remoteConversationId: conversation,
      parentMessageId,
    };
  }
  if (text === null) return null;
  return {
    kind: 'next',
    text,
    userMessageId: idAt(body, 'turn_message_uuids', 'human_message_uuid'),
    remoteConversationId: conversation,
    parentMessageId,
    // The first message has no parent at all; an edited first message names the root.
    ...((parent === null || 'create_conversation_params' in body) && { isFirst: true }),
  };
}

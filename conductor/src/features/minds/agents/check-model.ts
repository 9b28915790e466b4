import { AGENT_PLATFORM } from '../../../../../shared/model/agent-platform.ts';
import { conversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Presence } from '../../ground/browsers/feature.ts';
import { readChatRef } from './chat-ref.ts';
import type { Models } from './model-port.ts';
import { refusal } from './steps/ask-chat.ts';
import * as conversations from '../../heart/conversations/queries.ts';
import * as bindings from '../../heart/lineage/bindings/queries.ts';

/** Why a session that begins now cannot have that model; null: it can. */
export async function checkModel(
  modelRef: string,
  deps: {
    readonly models: Models;
    readonly read: Reader;
    readonly presence: Pick<Presence, 'startable'>;
  },
): Promise<CodedError | null> {
  const { models, read, presence } = deps;
  const chat = readChatRef(modelRef);
  if (chat === null) return models.check(modelRef);
  if (chat.kind === 'chat') {
    const startable = presence.startable();
    if (startable.includes(chat.platform)) return null;
    const where = startable.length === 0 ? 'on no site' : `on ${startable.join(', ')}`;
    const text = `No connected browser can begin a chat on ${chat.platform}; now it can be done ${where}.`;
    return { code: 'model_unavailable', text };
  }
  const { localConversationId } = chat;
  const found = await read.one(conversations.conversationByLocalId({ localConversationId }));
  if (found === null || found.platform === AGENT_PLATFORM) {
    const text = `There is no chat ${localConversationId}.`;
    return { code: 'model_unavailable', text };
  }
  const ref = conversationRef(found.conversationKey);
  const bound = await read.one(bindings.bindingOfChat({ refs: [ref] }));
  return refusal(found, bound?.binding ?? null, null);
}

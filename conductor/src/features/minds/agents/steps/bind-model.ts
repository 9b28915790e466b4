import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import { joinPlans, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { bindChat, endBinding, newBinding } from '../../../heart/lineage/feature.ts';
import { conversationRef } from '../../../../../../shared/model/conversation-key.ts';
import { refusal } from './ask-chat.ts';
import * as agents from '../queries.ts';
import * as conversations from '../../../heart/conversations/queries.ts';
import * as bindings from '../../../heart/lineage/bindings/queries.ts';
import { AGENT_SESSIONS } from '../rows.ts';

export interface BindModelInput {
  readonly sessionKey: ConversationKey;
  readonly chatKey: ConversationKey;
  readonly bindingId: string;
  readonly via: string;
  readonly now: number;
}

/** The id of the binding; or why there is none. */
export type BoundModel =
  | { readonly ok: true; readonly bindingId: string }
  | { readonly ok: false; readonly error: CodedError };

/** A person makes a chat the model of a session. The chat that served it before is released. */
export const bindModel = defineStep({
  name: 'bind model',
  load: ({ sessionKey, chatKey }: BindModelInput) => {
    const ref = conversationRef(chatKey);
    return {
      session: agents.agentSessionOf({ conversationKey: sessionKey }),
      chat: conversations.conversation({ ref }),
      before: bindings.bindingOfSession({ sessionKey }),
      other: bindings.bindingOfChat({ refs: [ref] }),
      renewal: conversations.renewal({ ref }),
    };
  },
  decide({ session, chat, before, other, renewal }, input): Decision<BoundModel> {
    const { sessionKey, bindingId, via, now } = input;
    const no = (error: CodedError) => ({ plan: plan({}), outcome: { ok: false, error } as const });
    if (session === null) return no({ code: 'not_found', text: 'The session is gone.' });
    const refused = refusal(chat, other?.binding ?? null, sessionKey);
    if (refused !== null || chat === null) return no(refused ?? GONE);
    if (before?.conversationKey === chat.conversationKey)
      return { plan: plan({}), outcome: { ok: true, bindingId: before.bindingId } };
    const by = { now, actor: 'person', detail: { via } } as const;
    const { conversationKey } = chat;
    const modelRef = `conversation:${chat.localConversationId}`;
    const names = { bindingId, conversationKey, sessionKey, modelRef, rolledFrom: null };
    return {
      plan: joinPlans(
        before === null ? plan({}) : endBinding(before, { type: 'RELEASE' }, by),
        bindChat(newBinding(names, now), renewal, by),
        plan({ changes: [update(AGENT_SESSIONS, session, { modelRef, updatedAt: now })] }),
      ),
      outcome: { ok: true, bindingId },
    };
  },
});

const GONE: CodedError = { code: 'not_found', text: 'The chat is gone.' };

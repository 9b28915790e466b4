import { type AuditEvent, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type Conversation, CONVERSATIONS } from '../rows.ts';
import * as conversations from '../queries.ts';
import { setLabels } from '../changes.ts';
import { conversationChanged } from '../effects.ts';

/** Changes that a person makes to a conversation; a field left out stays. */
export interface ConversationChange {
  /** Null: the page's own again. */
  readonly title?: string | null;
  readonly labels?: readonly string[];
  readonly staleAnchors?: Conversation['staleAnchors'];
  readonly finalTimeoutMs?: number;
}

interface UpdateConversationInput {
  readonly localConversationId: string;
  readonly request: ConversationChange;
  readonly actor: AuditEvent['actor'];
  readonly via: string;
  readonly now: number;
}

/** A person names, labels or tunes a conversation. What the request leaves out stays. */
export const updateConversation = defineStep({
  name: 'update conversation',
  load: ({ localConversationId }: UpdateConversationInput) => ({
    conversation: conversations.conversationByLocalId({ localConversationId }),
  }),
  decide({ conversation }, { request, actor, via, now }): Decision<'updated' | 'not_found'> {
    if (conversation === null) return { plan: plan({}), outcome: 'not_found' };
    const { conversationKey } = conversation;
    const { title, labels, staleAnchors, finalTimeoutMs } = request;
    return {
      plan: plan({
        changes: [
          update(CONVERSATIONS, conversation, {
            ...(title !== undefined && { customTitle: title }),
            ...(staleAnchors !== undefined && { staleAnchors }),
            ...(finalTimeoutMs !== undefined && { finalTimeoutMs }),
            updatedAt: now,
          }),
          ...(labels === undefined ? [] : [setLabels({ conversationKey, labels })]),
        ],
        events: [
          {
            type: 'conversation.updated',
            subjectId: conversation.localConversationId,
            conversationKey,
            actor,
            at: now,
            detail: { via, changed: Object.keys(request) },
          },
        ],
        effects: [conversationChanged({ conversationKey })],
      }),
      outcome: 'updated',
    };
  },
});

import { type AuditEvent, plan } from '../../../engine/plan.ts';
import type { Asks, Step } from '../../../engine/step.ts';

/**
 * A person wants a conversation forgotten, with all that belongs to it. What runs for it is stopped, what a browser
 * holds of it is taken back. The page may still be open: what comes of it later is a new conversation, born manual.
 */
export const deleteConversation: Step<
  {
    readonly localConversationId: string;
    readonly actor: AuditEvent['actor'];
    readonly via: string;
    readonly now: number;
  },
  {
    readonly conversation: Asks<'conversationByLocalId'>;
    readonly held: Asks<'dispatchedOf'>;
    readonly running: Asks<'runningOf'>;
  },
  'deleted' | 'not_found'
> = {
  name: 'delete conversation',
  load: ({ localConversationId }) => ({
    conversation: { ask: 'conversationByLocalId', localConversationId },
    held: { ask: 'dispatchedOf', localConversationId },
    running: { ask: 'runningOf', localConversationId },
  }),
  decide({ conversation, held, running }, { localConversationId, actor, via, now }) {
    if (conversation === null) return { plan: plan({}), outcome: 'not_found' };
    const { conversationKey } = conversation;
    return {
      plan: plan({
        changes: [{ op: 'delete_conversation', conversationKey }],
        frames: held.flatMap(({ clientId, jobId }) =>
          clientId === null
            ? []
            : [{ clientId, frame: { type: 'delivery.cancel' as const, job_id: jobId } }],
        ),
        events: [
          {
            type: 'conversation.deleted',
            subjectId: localConversationId,
            // Its key names the chat on the site: that is forgotten too.
            conversationKey: null,
            actor,
            at: now,
            detail: { via },
          },
        ],
        effects: [
          ...running.map((instructionId) => ({
            kind: 'instruction_cancelled' as const,
            instructionId,
          })),
          { kind: 'conversation_deleted', conversationKey },
        ],
      }),
      outcome: 'deleted',
    };
  },
};

import {
  type AuditEvent,
  plan,
  type WaitingFrame,
  replaceFrames,
} from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { cancelFrame } from '../cancel-frame.ts';
import * as asks from '../asks.ts';
import * as conversations from '../queries.ts';
import * as changes from '../changes.ts';
import { conversationDeleted } from '../effects.ts';

interface DeleteConversationInput {
  readonly localConversationId: string;
  readonly actor: AuditEvent['actor'];
  readonly via: string;
  readonly now: number;
}

/**
 * A person wants a conversation forgotten, with all that belongs to it. What runs for it is stopped, what a browser
 * holds of it is taken back. The page may still be open: what comes of it later is a new conversation, born manual.
 */
export const deleteConversation = defineStep({
  name: 'delete conversation',
  load: ({ localConversationId }: DeleteConversationInput) => ({
    conversation: conversations.conversationByLocalId({ localConversationId }),
    held: asks.dispatchedOf({ localConversationId }),
    running: asks.runningOf({ localConversationId }),
    waiting: conversations.framesAbout({ localConversationId }),
    open: asks.heldResources({ localConversationId }),
  }),
  decide(
    { conversation, held, running, waiting, open },
    { localConversationId, actor, via, now },
  ): Decision<'deleted' | 'not_found'> {
    if (conversation === null) return { plan: plan({}), outcome: 'not_found' };
    const { conversationKey } = conversation;
    return {
      plan: plan({
        changes: [
          replaceFrames({ frames: waiting.map(withoutContent) }),
          changes.deleteConversation({ conversationKey }),
        ],
        frames: [
          ...held.flatMap(({ clientId, jobId }) =>
            clientId === null ? [] : [cancelFrame(clientId, jobId)],
          ),
          ...open.map(({ executorId: clientId, resourceId: resource_id }) => ({
            clientId,
            frame: { type: 'resource.close' as const, resource_id },
          })),
        ],
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
        effects: [conversationDeleted({ conversationKey, running })],
      }),
      outcome: 'deleted',
    };
  },
});

/**
 * Removes the conversation's content from a frame that its browser does not have yet. The frame keeps its place in the
 * stream.
 */
function withoutContent({ frame, ...place }: WaitingFrame): WaitingFrame {
  if ('job_id' in frame)
    return { ...place, frame: { type: 'delivery.cancel', job_id: frame.job_id } };
  if (frame.type === 'tool.call') {
    const { call_id, resource_id } = frame;
    return { ...place, frame: { type: 'tool.cancel', call_id, resource_id } };
  }
  if (frame.type !== 'conversation.state') return { ...place, frame };
  const { held_reply: _held, ...state } = frame;
  const empty = { title: null, pause_reason: null, jobs: [], approvals: [], renewal: null };
  return { ...place, frame: { ...state, ...empty } };
}

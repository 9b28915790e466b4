import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { insert, joinPlans, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import {
  type DeliverySettings,
  type FoundAction,
  instructReply,
} from '../../../heart/actions/feature.ts';
import type { ProgramTurn } from '../queries.ts';
import * as runs from '../queries.ts';
import { MESSAGE_ANCHORS, CONVERSATIONS } from '../../../heart/conversations/rows.ts';

interface CallInTurnInput extends Omit<DeliverySettings, 'jobId'> {
  readonly conversationKey: ConversationKey;
  readonly workerId: string;
  /** Turn of the call, as its caller saw it. */
  readonly turn: Pick<ProgramTurn['job'], 'jobId' | 'attemptCount'>;
  /** Id of the reply that the call becomes. */
  readonly anchorId: string;
  readonly action: Extract<FoundAction, { ok: true }>;
}

/**
 * The program of a worker asks for a tool in the midst of its turn, and waits for what comes of it: a reply of one action,
 * whose result goes into no message.
 */
export const callInTurn = defineStep({
  name: 'call in turn of program',
  load: ({ conversationKey }: CallInTurnInput) => ({
    found: runs.programTurn({ conversationKey }),
    worker: runs.runWorkerAt({ conversationKey }),
  }),
  decide({ found, worker }, input): Decision<'taken' | 'worker_ended' | 'no_turn'> {
    const { workerId, turn, anchorId, action, now } = input;
    if (worker?.workerId !== workerId) return { plan: plan({}), outcome: 'worker_ended' };
    const isUnderWay =
      found?.job.status === 'acked' &&
      found.job.jobId === turn.jobId &&
      found.job.attemptCount === turn.attemptCount;
    if (!isUnderWay) return { plan: plan({}), outcome: 'no_turn' };
    const { job, conversation } = found;
    const anchor = {
      anchorId,
      conversationKey: job.conversationKey,
      assistantMessageId: anchorId,
      observedAt: now,
      source: 'call',
      rawText: `@${action.target}::${action.tool}::${action.paramsJson}`,
      complete: 'whole',
      isSecond: false,
      leftAt: null,
      actionsHash: null,
      chain: job.chain,
      diagnosticTabId: null,
      diagnosticPageUrl: null,
      version: 1,
    } as const;
    return {
      plan: joinPlans(
        plan({
          changes: [
            insert(MESSAGE_ANCHORS, anchor),
            // It was heard of.
            update(CONVERSATIONS, conversation, { latestObservedAt: now, updatedAt: now }),
          ],
        }),
        // No message comes of it, and so none has that id.
        instructReply(anchor, { ...input, jobId: anchorId, actions: [action], actor: 'conductor' }),
      ),
      outcome: 'taken',
    };
  },
});

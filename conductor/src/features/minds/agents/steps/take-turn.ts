import type { ErrorCode } from '../../../../../../shared/model/error-codes.ts';
import { insert, joinPlans, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { withoutDueTurn } from '../../../heart/conversations/feature.ts';
import { newJob } from '../../../heart/deliveries/feature.ts';
import { type AgentTurn, AGENT_TURNS } from '../rows.ts';
import * as agents from '../queries.ts';
import * as deliveries from '../../../heart/deliveries/queries.ts';
import * as conversations from '../../../heart/conversations/queries.ts';

export interface TakeTurnInput {
  readonly localConversationId: string;
  readonly text: string;
  readonly jobId: string;
  /** The same key again is the same turn. */
  readonly dedupeKey: string;
  readonly clientMessageId: string | null;
  readonly place: Pick<AgentTurn, 'asks' | 'parentId'>;
  readonly maxAttempts: number;
  readonly via: string;
  readonly now: number;
}

/** A person says something to an agent, says something else in its place, or wants another answer. */
export const takeTurn = defineStep({
  name: 'take turn of agent',
  load: ({ localConversationId, dedupeKey }: TakeTurnInput) => ({
    session: agents.agentSession({ localConversationId }),
    known: deliveries.jobByDedupeKey({ dedupeKey }),
    renewal: conversations.renewalByLocalId({ localConversationId }),
  }),
  decide(
    { session, known, renewal },
    input,
  ): Decision<
    { readonly ok: true; readonly jobId: string } | { readonly ok: false; readonly code: ErrorCode }
  > {
    if (known !== null) return { plan: plan({}), outcome: { ok: true, jobId: known.jobId } };
    if (session === null) return { plan: plan({}), outcome: { ok: false, code: 'not_found' } };
    const { mode, conversationKey, latestAssistantMessageId } = session.conversation;
    if (mode === 'paused' || mode === 'draining')
      return { plan: plan({}), outcome: { ok: false, code: `conversation_${mode}` } };
    const { jobId, text, dedupeKey, clientMessageId, place, maxAttempts, via, now } = input;
    const made = newJob({
      jobId,
      conversationKey,
      assistantMessageId: latestAssistantMessageId,
      messageText: text,
      foreignText: text,
      origin: 'person',
      chain: [],
      dedupeKey,
      maxAttempts,
      now,
      actor: 'person',
      detail: { via },
    });
    const turn: AgentTurn = {
      jobId,
      conversationKey,
      clientMessageId,
      ...place,
      version: 1,
    };
    return {
      plan: joinPlans(
        made.plan,
        plan({ changes: [insert(AGENT_TURNS, turn)] }),
        withoutDueTurn(renewal, now),
      ),
      outcome: { ok: true, jobId },
    };
  },
});

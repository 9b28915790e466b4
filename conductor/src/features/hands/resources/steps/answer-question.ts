import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import { verbNamed } from '../../../../../../shared/verbs/verbs.ts';
import { insert, joinPlans, plan, type Plan } from '../../../../engine/plan.ts';
import type { FoundBy } from '../../../../engine/query.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { ApprovalDecision, SubjectKind } from '../../../heart/actions/feature.ts';
import { changeCall } from '../call-changes.ts';
import { endCall } from './end-call.ts';
import { unopened } from './cancel-call.ts';
import * as resources from '../queries.ts';
import { resourceCallsWait } from '../effects.ts';
import { SITE_GRANTS } from '../rows.ts';

/** Time for which an answer counts: a person may have forgotten an older one. */
const ANSWER_COUNTS_MS = 24 * 3_600_000;

interface AnswerQuestionInput {
  readonly callId: string;
  readonly about: SubjectKind;
  readonly decision: ApprovalDecision;
  readonly reason: string | null;
  /** Milliseconds for which the call waits for its turn. */
  readonly turnMs: number;
  readonly now: number;
}

/** A person answered what a call asked: the call continues, is done, or ends. */
export const answerQuestion = defineStep({
  name: 'answer question',
  load: ({ callId }: AnswerQuestionInput) => ({ found: resources.callStanding({ callId }) }),
  decide({ found }, { about, decision, reason, turnMs, now }): Decision<'queue' | null> {
    const nothing = { plan: plan({}), outcome: null };
    if (found?.call.status !== 'waiting') return nothing;
    const { call, session, standing, questions } = found;
    const actor = 'person' as const;
    if (decision === 'approved') {
      if (about === 'grant') return { plan: granted(found, turnMs, now), outcome: null };
      if (about === 'person_step') {
        const set = { resultJson: JSON.stringify({ done: true }) };
        const event = { type: 'OK' } as const;
        return { plan: changeCall(call, session, { event, actor, now, set }), outcome: null };
      }
      // Its place in the queue, and what it opens, it gets as any that is let run.
      return { plan: plan({}), outcome: 'queue' };
    }
    const error = denial(about, decision, reason, call.expected?.origin ?? null);
    const executorId = standing?.resource.executorId ?? null;
    const event = { type: 'REFUSED' } as const;
    return {
      plan: joinPlans(
        endCall(call, session, { event, error, questions, executorId, actor, now }),
        unopened({ call, standing }, error, now),
        standing === null
          ? plan({})
          : plan({
              effects: [resourceCallsWait({ resourceId: standing.resource.resourceId })],
            }),
      ),
      outcome: null,
    };
  },
});

/**
 * The answer is the grant where the page is a worker's: the chat may work in that site for a day. A page of a person's
 * browser is granted by its popup (take-grants.ts), and an answer alone changes nothing.
 */
function granted(
  { call, session, standing }: NonNullable<FoundBy<typeof resources.callStanding>>,
  turnMs: number,
  now: number,
): Plan {
  const origin = call.expected?.origin ?? null;
  if (standing === null || standing.resource.adapter === 'tab' || origin === null) return plan({});
  const { executorId, resourceId, chatSessionId } = standing.resource;
  const level = verbNamed(call.tool)?.level ?? 'act';
  const until = now + ANSWER_COUNTS_MS;
  const grantId = `${call.callId}.grant.${call.version}`;
  return joinPlans(
    plan({
      changes: [
        insert(SITE_GRANTS, {
          grantId,
          executorId,
          origin,
          chatSessionId,
          level,
          until,
          grantedAt: now,
          revokedAt: null,
          version: 1,
        }),
      ],
      events: [
        {
          type: 'grant.given',
          subjectId: grantId,
          conversationKey: session.conversationKey,
          actor: 'person',
          at: now,
          detail: { origin, level, chat_session_id: chatSessionId, until },
        },
      ],
      effects: [resourceCallsWait({ resourceId })],
    }),
    changeCall(call, session, {
      event: { type: 'ALLOWED' },
      actor: 'person',
      now,
      set: { deadlineAt: now + turnMs },
    }),
  );
}

function denial(
  about: SubjectKind,
  decision: ApprovalDecision,
  reason: string | null,
  origin: string | null,
): CodedError {
  if (decision === 'expired') {
    const text = 'The person did not answer in time. Ask again if it is still needed.';
    return { code: 'approval_expired', text };
  }
  const words = reason === null || reason.trim() === '' ? '.' : `: ${reason.trim()}`;
  return about === 'grant'
    ? { code: 'not_granted', text: `The person does not allow ${origin ?? 'this site'}${words}` }
    : { code: 'action_denied', text: `The person does not do or allow it${words}` };
}

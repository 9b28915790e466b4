import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { joinPlans, plan } from '../../../engine/plan.ts';
import type { QueryNamed } from '../../../engine/query.ts';
import type { Step } from '../../../engine/step.ts';
import type { ApprovalDecision, SubjectKind } from '../../actions/feature.ts';
import { changeCall } from '../changes.ts';
import { endCall } from './end-call.ts';
import { unopened } from './cancel-call.ts';

/** A person answered what a call asked: it goes on, is done, or ends. A grant alone is no answer: its site is. */
export const answerQuestion: Step<
  {
    readonly callId: string;
    readonly about: SubjectKind;
    readonly decision: ApprovalDecision;
    readonly reason: string | null;
    readonly now: number;
  },
  { readonly found: QueryNamed<'callStanding'> },
  'queue' | null
> = {
  name: 'answer question',
  load: ({ callId }) => ({ found: { query: 'callStanding', callId } }),
  decide({ found }, { about, decision, reason, now }) {
    const nothing = { plan: plan({}), outcome: null };
    if (found?.call.status !== 'waiting') return nothing;
    const { call, session, standing, questions } = found;
    const actor = 'person' as const;
    if (decision === 'approved') {
      if (about === 'grant') return nothing;
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
        unopened({ call, standing }, now),
        standing === null
          ? plan({})
          : plan({
              effects: [{ kind: 'resource_calls_wait', resourceId: standing.resource.resourceId }],
            }),
      ),
      outcome: null,
    };
  },
};

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

import { err, ok } from '../../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../../shared/model/error-codes.ts';
import { joinPlans, plan, type Plan } from '../../../../../engine/plan.ts';
import type { Decision } from '../../../../../engine/step.ts';
import type { Approval } from '../../rows.ts';
import { closeApproval, type Closing, expired } from '../../change-approval.ts';
import { fitsPopup } from '../../shown-action.ts';
import type { AnswerInput, Outcome } from './answer-input.ts';
import { isOver } from './is-over.ts';
import { questionAnswered } from '../../effects.ts';

const DECISIONS: Readonly<Partial<Record<AnswerInput['decision'], Closing['decision']>>> = {
  approve: 'approved',
  deny: 'denied',
};

/** A person answers what a call asks. Whoever asked hears of it after the commit, and finds it again at every start. */
export function answerOther(approval: Approval, input: AnswerInput): Decision<Outcome> {
  const decision = DECISIONS[input.decision];
  if (decision === undefined || input.edited !== null) {
    const text = 'It is answered with approve or deny, and as it stands.';
    return refused({ code: 'invalid_transition', text });
  }
  if (approval.decision !== 'open') {
    if (approval.decision === decision) return { plan: plan({}), outcome: ok('same') };
    const text = `It has been answered already: ${approval.decision}.`;
    return refused({ code: 'invalid_transition', text });
  }
  if (isOver(approval, input.now)) {
    const text = 'Its time to be answered is over.';
    const outcome = err({ code: 'approval_expired', text } as const);
    return { plan: otherExpired(approval, input.now), outcome };
  }
  // A yes from anywhere else would let whoever gives it into a site where the person is signed in.
  // guard: popup-grants-only
  const byPopup = approval.subjectKind === 'grant' && approval.subject?.givenBy !== 'answer';
  if (byPopup && decision === 'approved') {
    const { origin = 'the site' } = approval.subject ?? {};
    const text = `Only the popup of the extension can allow ${origin}: press its icon in your browser, and allow the site there.`;
    return refused({ code: 'not_granted', text });
  }
  if (decision === 'approved' && input.via === 'popup' && !isWholeInPopup(approval)) {
    const text = 'Its params are too long for a popup: answer it where they are shown whole.';
    return refused({ code: 'invalid_request', text });
  }
  const { reason, via: by, actor, now } = input;
  return {
    plan: settled(approval, { decision, reason, by, actor, now }),
    outcome: ok('answered'),
  };
}

function isWholeInPopup({ subject }: Approval): boolean {
  return subject === null || fitsPopup(subject.paramsJson);
}

/** Closes a question that nobody answered in time. The one who asked hears of it too. */
export function otherExpired(approval: Approval, now: number): Plan {
  return settled(approval, expired(now));
}

function settled(approval: Approval, closing: Closing): Plan {
  const { target = '', tool = '' } = approval.subject ?? {};
  return joinPlans(
    closeApproval(approval, { target, tool }, closing),
    plan({
      effects: [
        questionAnswered({
          callId: approval.subjectId ?? '',
          about: approval.subjectKind,
          decision: closing.decision,
          reason: closing.reason,
        }),
      ],
    }),
  );
}

function refused(error: CodedError): Decision<Outcome> {
  return { plan: plan({}), outcome: err(error) };
}

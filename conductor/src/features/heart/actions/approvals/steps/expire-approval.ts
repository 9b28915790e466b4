import { joinPlans, plan, type Plan } from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import type { ActingReply } from '../../queries.ts';
import type { DeliverySettings } from '../../deliver-results.ts';
import type { Approval, Instruction } from '../../rows.ts';
import { closeApproval, expired } from '../../change-approval.ts';
import { endInstruction, goOn } from '../../change-instruction.ts';
import { otherExpired } from './answer-other.ts';
import { isOver } from './is-over.ts';
import * as actions from '../../queries.ts';
import * as approvals from '../queries.ts';

/** Closes a question that nobody answered in time: that is a no. */
export const expireApproval = defineStep({
  name: 'expire approval',
  load: ({ approvalId }: { readonly approvalId: string } & DeliverySettings) => ({
    reply: actions.replyAbout({ approvalId }),
    asked: approvals.approval({ approvalId }),
  }),
  decide({ reply, asked }, { approvalId, ...settings }): Decision<null> {
    if (asked !== null && asked.subjectKind !== 'instruction') {
      const isDue = isOver(asked, settings.now);
      return { plan: isDue ? otherExpired(asked, settings.now) : plan({}), outcome: null };
    }
    const approval = reply?.approvals.find((one) => one.approvalId === approvalId);
    const row = reply?.instructions.find((one) => one.instructionId === approval?.instructionId);
    // Answered in the meantime.
    if (!reply || !approval || !row || !isOver(approval, settings.now))
      return { plan: plan({}), outcome: null };
    return { plan: expiryPlan(reply, approval, row, settings), outcome: null };
  },
});

/** Closes the approval as expired, denies its action, and goes on with the reply. */
export function expiryPlan(
  reply: ActingReply,
  approval: Approval,
  row: Instruction,
  settings: DeliverySettings,
): Plan {
  const { now } = settings;
  const set = {
    errorCode: 'approval_expired',
    errorText: 'The person did not answer in time. Ask again if it is still needed.',
  } as const;
  return joinPlans(
    closeApproval(approval, row, expired(now)),
    endInstruction(reply, { row, event: { type: 'DENY' }, now, set }, settings),
    goOn(reply),
  );
}

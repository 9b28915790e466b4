import { joinPlans, plan, type Plan } from '../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../engine/step.ts';
import {
  type ActingReply,
  type DeliverySettings,
  type Approval,
  closeApproval,
  endInstruction,
  expired,
  goOn,
  type Instruction,
} from '../../actions/feature.ts';
import { otherExpired } from './answer-other.ts';
import { isOver } from './is-over.ts';

const BATCH = 256;

interface ExpiredApprovalsInput {
  readonly now: number;
  readonly except: readonly string[];
}

/** Questions to a person whose time is over. `except`: those to leave out. */
export const expiredApprovals = defineStep({
  name: 'expired approvals',
  load: ({ now, except }: ExpiredApprovalsInput) => ({
    approvalIds: { query: 'expiredApprovalIds', now, except, limit: BATCH },
  }),
  decide: ({ approvalIds }): Decision<readonly string[]> => ({
    plan: plan({}),
    outcome: approvalIds,
  }),
});

/** Nobody answered in time: that is a no. */
export const expireApproval = defineStep({
  name: 'expire approval',
  load: ({ approvalId }: { readonly approvalId: string } & DeliverySettings) => ({
    reply: { query: 'replyAbout', approvalId },
    asked: { query: 'approval', approvalId },
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
    return { plan: expiry(reply, approval, row, settings), outcome: null };
  },
});

export function expiry(
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

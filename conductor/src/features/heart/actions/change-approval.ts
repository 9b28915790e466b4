import { actionName } from '../../../baa/action-name.ts';
import {
  type AuditEvent,
  insert,
  joinPlans,
  type Plan,
  plan,
  update,
} from '../../../engine/plan.ts';
import { type Approval, type ApprovalDecision, type Instruction, APPROVALS } from './rows.ts';
import { programApprovalsChanged } from './effects.ts';
import { conversationChanged } from '../conversations/effects.ts';

type Reasons = 'quoted' | 'toolChanged' | 'mayLeak' | 'secondReply';
type Unanswered = 'decision' | 'reason' | 'decidedBy' | 'decidedAt' | 'version';

/** The row of a question that nobody has answered yet. */
export function newApproval(
  asked: Omit<Approval, Unanswered | Reasons> & Partial<Pick<Approval, Reasons>>,
): Approval {
  return {
    quoted: false,
    toolChanged: false,
    mayLeak: false,
    secondReply: false,
    ...asked,
    decision: 'open',
    reason: null,
    decidedBy: null,
    decidedAt: null,
    version: 1,
  };
}

/** A person is asked. */
export function openApproval(
  approval: Approval,
  row: Pick<Instruction, 'target' | 'tool'>,
  detail: Readonly<Record<string, unknown>>,
): Plan {
  const by = { now: approval.createdAt, actor: 'conductor' } as const;
  return joinPlans(
    plan({ changes: [insert(APPROVALS, approval)] }),
    aboutApproval(approval, 'approval.opened', row, by, detail),
  );
}

export interface Closing {
  readonly decision: Exclude<ApprovalDecision, 'open'>;
  readonly reason: string | null;
  /** The surface by which a person said so, or `conductor`. */
  readonly by: string;
  readonly actor: AuditEvent['actor'];
  readonly now: number;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Returns the closing of a question that nobody answered in time: a no. */
export function expired(now: number): Closing {
  return { decision: 'expired', reason: null, by: 'conductor', actor: 'conductor', now };
}

/** Closes a question: a person answered it, or nobody waits for an answer any more. */
export function closeApproval(
  approval: Approval,
  row: Pick<Instruction, 'target' | 'tool'>,
  closing: Closing,
): Plan {
  const { decision, reason, by, now, detail } = closing;
  const set = { decision, reason, decidedBy: by, decidedAt: now };
  return joinPlans(
    plan({ changes: [update(APPROVALS, approval, set)] }),
    aboutApproval(approval, `approval.${decision}`, row, closing, { by, ...detail }),
  );
}

/** Returns the plan for an approval's line in the trail. */
export function aboutApproval(
  { approvalId, instructionId, conversationKey, kind, subjectKind, subjectId }: Approval,
  type: AuditEvent['type'],
  row: Pick<Instruction, 'target' | 'tool'>,
  { now, actor }: Pick<Closing, 'now' | 'actor'>,
  detail: Readonly<Record<string, unknown>>,
): Plan {
  return plan({
    events: [
      {
        type,
        subjectId: approvalId,
        conversationKey,
        actor,
        at: now,
        detail: {
          ...(instructionId !== null && { instruction_id: instructionId }),
          action: actionName(row),
          kind,
          ...(subjectKind !== 'instruction' && {
            subject_kind: subjectKind,
            subject_id: subjectId,
          }),
          ...detail,
        },
      },
    ],
    effects: [
      conversationKey === null
        ? programApprovalsChanged()
        : conversationChanged({ conversationKey }),
    ],
  });
}

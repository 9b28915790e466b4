import { actionName } from '../../../baa/action-name.ts';
import {
  type AuditEvent,
  insert,
  joinPlans,
  type Plan,
  plan,
  update,
} from '../../../engine/plan.ts';
import { deliverResults, type DeliverySettings } from './deliver-results.ts';
import { type InstructionEvent, instructionTable } from './instruction.machine.ts';
import { aboutApproval, newApproval, openApproval } from './change-approval.ts';
import type { ActingReply } from './queries.ts';
import {
  type Approval,
  type ApprovalKind,
  type Instruction,
  INSTRUCTIONS,
  APPROVALS,
} from './rows.ts';
import { runInstructions } from './effects.ts';

export interface InstructionChange {
  readonly row: Instruction;
  readonly event: InstructionEvent;
  readonly now: number;
  readonly actor?: AuditEvent['actor'];
  readonly set?: Partial<Omit<Instruction, 'version' | 'status'>>;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** One step of one action, with its line in the trail. Throws InvalidTransition. */
export function changeInstruction(change: InstructionChange): Plan {
  const { row, event, now, actor = 'conductor', set = {}, detail } = change;
  const status = instructionTable.next(row.status, event);
  return plan({
    changes: [update(INSTRUCTIONS, row, { ...set, status })],
    events: [
      {
        type: `instruction.${event.type.toLowerCase()}`,
        subjectId: row.instructionId,
        conversationKey: row.conversationKey,
        actor,
        at: now,
        detail: {
          action: actionName(row),
          ...(set.errorCode && { code: set.errorCode }),
          ...detail,
        },
      },
    ],
  });
}

/** The same for a step that ends the action: with the last one of the reply, all results go back in one delivery. */
export function endInstruction(
  reply: ActingReply,
  change: InstructionChange,
  settings: DeliverySettings,
): Plan {
  const { row, event, set, now } = change;
  const ended: Instruction = {
    ...row,
    ...set,
    finishedAt: now,
    status: instructionTable.next(row.status, event),
  };
  const all = reply.instructions.map((one) =>
    one.instructionId === row.instructionId ? ended : one,
  );
  return joinPlans(
    changeInstruction({ ...change, set: { ...set, finishedAt: now } }),
    deliverResults(reply.anchor, all, settings),
  );
}

/** Begins actions of the reply that may begin now, or that waited for one that has ended. */
export function goOn({ anchor }: Pick<ActingReply, 'anchor'>): Plan {
  return plan({ effects: [runInstructions({ anchorId: anchor.anchorId })] });
}

/** Marks a restored action as of unknown outcome: it may have run since the backup, and a person is asked. */
export function loseTrack(
  row: Instruction,
  now: number,
  { set, detail }: Pick<InstructionChange, 'set' | 'detail'> = {},
): Plan {
  const unknown = {
    errorCode: 'outcome_unknown',
    errorText: 'A backup was restored: it may have run since that was made.',
  } as const;
  return joinPlans(
    changeInstruction({
      row,
      event: { type: 'LOSE_TRACK' },
      now,
      set: { ...set, ...unknown, mayHaveRun: true },
      detail: { ...detail, restored: true },
    }),
    askAbout(row, 'outcome_unknown', { now, expiresAt: null }),
  );
}

/** A question to a person. Its id follows from the action and its version: asking once more is another question. */
export function askAbout(
  row: Instruction,
  kind: ApprovalKind,
  more: {
    readonly now: number;
    readonly expiresAt: number | null;
    readonly quoted?: boolean;
    readonly toolChanged?: boolean;
    readonly mayLeak?: boolean;
    readonly secondReply?: boolean;
    /** The subject that the action acts on. */
    readonly subject?: Approval['subject'];
  },
): Plan {
  const { now, expiresAt, quoted = false, toolChanged = false, mayLeak = false } = more;
  const { secondReply = false, subject = null } = more;
  const approval = newApproval({
    ...aboutAction(row, `${row.instructionId}.${row.version}`),
    kind,
    subject,
    quoted,
    toolChanged,
    mayLeak,
    secondReply,
    expiresAt,
    createdAt: now,
  });
  return openApproval(approval, row, {
    ...(quoted && { quoted }),
    ...(toolChanged && { tool_changed: true }),
    ...(mayLeak && { may_leak: true }),
    ...(secondReply && { second_reply: true }),
  });
}

/** The person said yes to an action before it was asked about: with all of its reply, in the popup. */
export function consentTo(row: Instruction, now: number): Plan {
  const approval: Approval = {
    ...newApproval({
      ...aboutAction(row, `${row.instructionId}.consent`),
      kind: 'permission',
      subject: null,
      expiresAt: null,
      createdAt: now,
    }),
    decision: 'approved',
    decidedBy: 'popup',
    decidedAt: now,
  };
  return joinPlans(
    plan({ changes: [insert(APPROVALS, approval)] }),
    aboutApproval(
      approval,
      'approval.approved',
      row,
      { now, actor: 'person' },
      { by: 'popup', with_reply: true },
    ),
  );
}

function aboutAction({ instructionId, conversationKey }: Instruction, approvalId: string) {
  const subjectKind = 'instruction' as const;
  return { approvalId, instructionId, conversationKey, subjectKind, subjectId: instructionId };
}

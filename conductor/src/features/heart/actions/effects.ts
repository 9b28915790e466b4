import type { ApprovalDecision, Instruction, SubjectKind } from './rows.ts';

/** Effects that may follow a commit of this feature. */
export interface ActionsEffects {
  /** The reply has instructions that may be judged or begun. */
  run_instructions: {
    readonly anchorId: string;
    /** Actions that nobody has judged, where the step knows them: they need not be read again. */
    readonly pending?: readonly Instruction[];
  };
  /** An action that the model of an agent asked for has ended. */
  agent_reply_moved: { readonly anchorId: string };
  /** A call of a program in the midst of its turn has its result. */
  call_answered: { readonly anchorId: string };
  /** The call of an instruction, where it runs, is to be aborted. */
  instruction_cancelled: { readonly instructionId: string };
  /** A question in the session of a program was opened or closed: no conversation changed. */
  program_approvals_changed: unknown;
  /** A person answered what a call of a resource asked. */
  question_answered: {
    readonly callId: string;
    readonly about: SubjectKind;
    readonly decision: ApprovalDecision;
    readonly reason: string | null;
  };
}

declare module '../../../engine/plan.ts' {
  interface Effects extends ActionsEffects {}
}

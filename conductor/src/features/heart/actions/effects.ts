import type { ApprovalDecision, Instruction, SubjectKind } from './rows.ts';
import { effect } from '../../../engine/plan.ts';
import { type Nothing } from '../../../engine/query.ts';

/** The reply has instructions that may be judged or begun. */
export const runInstructions = effect<{
  readonly anchorId: string;
  /** Actions that nobody has judged, where the step knows them: they need not be read again. */
  readonly pending?: readonly Instruction[];
}>('runInstructions');
/** An action that the model of an agent asked for has ended. */
export const agentReplyMoved = effect<{ readonly anchorId: string }>('agentReplyMoved');
/** A call of a program in the midst of its turn has its result. */
export const callAnswered = effect<{ readonly anchorId: string }>('callAnswered');
/** The call of an instruction, where it runs, is to be aborted. */
export const instructionCancelled = effect<{ readonly instructionId: string }>(
  'instructionCancelled',
);
/** A question in the session of a program was opened or closed: no conversation changed. */
export const programApprovalsChanged = effect<Nothing>('programApprovalsChanged');
/** A person answered what a call of a resource asked. */
export const questionAnswered = effect<{
  readonly callId: string;
  readonly about: SubjectKind;
  readonly decision: ApprovalDecision;
  readonly reason: string | null;
}>('questionAnswered');

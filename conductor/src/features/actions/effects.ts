import type { Instruction } from './rows.ts';

/** What may follow a commit of this feature. */
export interface ActionsEffects {
  /** The reply has instructions that may be judged or begun. */
  run_instructions: {
    readonly anchorId: string;
    /** Those that nobody has judged, where the step knows them: they need not be read again. */
    readonly pending?: readonly Instruction[];
  };
  /** The call of an instruction, where it runs, is to be aborted. */
  instruction_cancelled: { readonly instructionId: string };
}

declare module '../../engine/plan.ts' {
  interface Effects extends ActionsEffects {}
}

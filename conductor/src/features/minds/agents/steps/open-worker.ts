import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import { joinPlans, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { Instruction } from '../../../heart/actions/feature.ts';
import { type NewSession, newSession } from '../new-session.ts';
import * as agents from '../queries.ts';
import { AGENT_RUNS } from '../rows.ts';

export interface OpenWorkerInput extends Omit<NewSession, 'askedBy' | 'via'> {
  /** The call that asks for it: the same again is the same worker. */
  readonly instructionId: string;
  /** The run that the call is of. */
  readonly runId: string;
}

type Opened =
  | { readonly ok: true; readonly session: string }
  | { readonly ok: false; readonly error: CodedError };

/** A call asks another agent to work: a conversation with that one begins. */
export const openWorker = defineStep({
  name: 'open worker of agent',
  load: ({ instructionId, runId }: OpenWorkerInput) => ({
    known: agents.workerOfCall({ instructionId }),
    asking: agents.agentRunState({ runId }),
  }),
  decide({ known, asking }, asked): Decision<Opened> {
    const { instructionId } = asked;
    if (known !== null) return { plan: plan({}), outcome: { ok: true, session: known } };
    const call = asking?.instructions.find((row) => row.instructionId === instructionId);
    if (asking === null || call === undefined)
      return refused('not_found', 'The run that asks for it is gone.');
    const { run, session } = asking;
    const { workers } = session.definition.limits;
    if (run.workersUsed >= workers)
      return refused('too_many_workers', `This run may ask ${workers} workers, and has.`);
    const taken = asking.instructions.find(
      (other) => isBeside(other, call) && scopeOf(other) === scopeOf(call),
    );
    if (taken !== undefined)
      return refused('scope_taken', `Another worker of this reply has the scope already.`);
    const { conversationKey } = run;
    return {
      plan: joinPlans(
        newSession({
          ...asked,
          askedBy: { conversationKey, instructionId },
          via: asking.conversation.localConversationId,
        }),
        plan({ changes: [update(AGENT_RUNS, run, { workersUsed: run.workersUsed + 1 })] }),
      ),
      outcome: { ok: true, session: asked.localConversationId },
    };
  },
});

function refused(
  code: CodedError['code'],
  text: string,
): { readonly plan: ReturnType<typeof plan>; readonly outcome: Opened } {
  return { plan: plan({}), outcome: { ok: false, error: { code, text } } };
}

/** Checks for an earlier call of the same tool in the same reply. */
function isBeside(other: Instruction, { anchorId, position, target, tool }: Instruction): boolean {
  return (
    other.anchorId === anchorId &&
    other.position < position &&
    other.target === target &&
    other.tool === tool
  );
}

function scopeOf({ paramsJson }: Instruction): string {
  const { scope } = JSON.parse(paramsJson) as { readonly scope?: unknown };
  return typeof scope === 'string' ? scope.toLowerCase().replaceAll(/\s+/g, ' ').trim() : '';
}

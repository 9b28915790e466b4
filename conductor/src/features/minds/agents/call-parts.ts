import type { JsonValue } from '../../../baa/json-value.ts';
import type { Approval, Instruction } from '../../heart/actions/feature.ts';
import type { ApprovalPart, PartApproval, ToolPart } from './message-part.ts';
import type { AgentRunPart } from './queries.ts';
import type { AgentStep, ModelToolCall } from './rows.ts';

/** Rows that the message of a run is made of. */
export type Written = Pick<
  AgentRunPart,
  'run' | 'conversation' | 'steps' | 'instructions' | 'approvals' | 'workers'
>;

/** How long the params of a call are told in short. */
const SUMMARY_LENGTH = 200;

/** A call of a step with what became of it. */
interface Call {
  readonly call: ModelToolCall;
  readonly row: Instruction | undefined;
  /** The newest question about it, or about a call that an agent makes for it. */
  readonly asked: Question | undefined;
}

/** A question to a person, at the call of a message that it holds up. */
interface Question {
  readonly approval: Approval;
  /** Instruction that the question is about. */
  readonly row: Instruction;
  /** The call as the model of this message made it. */
  readonly call: ModelToolCall;
  /** Our ids of the conversations from that of this message to the one that asks. */
  readonly path: readonly string[];
}

/** The calls of a step as parts of the message, by position. */
export function callParts(written: Written, step: AgentStep): readonly ToolPart[] {
  const questions = questionsOf(written, step);
  return step.calls.map((call, position) => {
    const row = rowAt(written, step, position);
    const about = questions.filter((one) => one.call === call);
    const asked = about.findLast(({ approval }) => approval.decision === 'open') ?? about.at(-1);
    return {
      type: `tool-${call.name}`,
      toolCallId: call.toolCallId,
      input: inputOf(call.input),
      ...(asked && { approval: shownApproval(asked.approval) }),
      ...endOf({ call, row, asked }),
    };
  });
}

/** Questions to a person about the calls of a step, and about those that agents make for them, in the order of asking. */
export function approvalParts(written: Written, step: AgentStep): readonly ApprovalPart[] {
  return questionsOf(written, step).map(({ approval, row, call, path }): ApprovalPart => {
    const { approvalId, kind, expiresAt, decision, reason } = approval;
    return {
      type: 'data-approval',
      id: approvalId,
      data: {
        aiMessageId: written.run.aiMessageId,
        approvalId,
        toolCallId: call.toolCallId,
        toolId: `${row.target}::${row.tool}`,
        params: inputOf(row.paramsJson),
        paramsSummary: row.paramsJson.slice(0, SUMMARY_LENGTH),
        risk: row.risk,
        kind,
        why: whyOf(approval),
        sessionPath: path,
        expiresAt,
        decision,
        reason,
      },
    };
  });
}

/** Returns the run of the agent that a call asked; null: none works for it. */
export function workerOf(written: Written, step: AgentStep, position: number): AgentRunPart | null {
  const row = rowAt(written, step, position);
  return written.workers.find(({ session }) => isFor(session, row)) ?? null;
}

function questionsOf(written: Written, step: AgentStep): readonly Question[] {
  const { approvals, instructions, workers, conversation } = written;
  const here = conversation.localConversationId;
  return instructions
    .filter((row) => row.anchorId === step.stepId)
    .flatMap((row): Question[] => {
      const call = step.calls[row.position];
      if (call === undefined) return [];
      const own = approvals
        .filter(({ instructionId }) => instructionId === row.instructionId)
        .map((approval): Question => ({ approval, row, call, path: [here] }));
      const below = workers
        .filter(({ session }) => isFor(session, row))
        .flatMap((worker) => worker.steps.flatMap((one) => questionsOf(worker, one)))
        .map((asked): Question => ({ ...asked, call, path: [here, ...asked.path] }));
      return [...own, ...below];
    })
    .toSorted((a, b) => a.approval.createdAt - b.approval.createdAt);
}

function isFor(
  { parentInstructionId }: AgentRunPart['session'],
  row: Instruction | undefined,
): boolean {
  return row !== undefined && parentInstructionId === row.instructionId;
}

function rowAt(
  { instructions }: Written,
  { stepId }: AgentStep,
  position: number,
): Instruction | undefined {
  return instructions.find((row) => row.anchorId === stepId && row.position === position);
}

function shownApproval(asked: Approval): PartApproval {
  const { approvalId: id, decision, reason } = asked;
  return {
    id,
    requestReason: whyOf(asked),
    ...(decision !== 'open' && { approved: isYes(asked) }),
    ...(reason !== null && { reason }),
  };
}

/** Did the person let it run? */
function isYes({ decision }: Approval): boolean {
  return decision === 'approved' || decision === 'run_again';
}

function whyOf({ kind, quoted }: Approval): string {
  if (kind === 'outcome_unknown') return 'Nobody knows whether it ran: may it run again?';
  return quoted
    ? 'It stands in the words of others: may it run?'
    : 'The rules ask a person before it runs.';
}

function endOf({ row, asked }: Call) {
  if (row?.status === 'succeeded')
    return { state: 'output-available', output: row.resultText ?? '' } as const;
  if (row?.status === 'failed') {
    // A no to a worker's call is no no to the worker.
    if (asked?.row === row && asked.approval.decision === 'denied')
      return { state: 'output-denied' } as const;
    const errorText = `${row.errorCode ?? 'internal'}: ${row.errorText ?? ''}`;
    return { state: 'output-error', errorText } as const;
  }
  if (asked === undefined) return { state: 'input-available' } as const;
  return {
    state: asked.approval.decision === 'open' ? 'approval-requested' : 'approval-responded',
  } as const;
}

/** Parses the input of a call; invalid JSON stays text. */
function inputOf(input: string): JsonValue {
  try {
    return JSON.parse(input) as JsonValue;
  } catch {
    return input;
  }
}

import type { JsonValue } from '../../baa/json-value.ts';
import type { Approval, Instruction } from '../actions/feature.ts';
import type { ApprovalPart, PartApproval, ToolPart } from './message-part.ts';
import type { AgentRunState } from './queries.ts';
import type { AgentStep, ModelToolCall } from './rows.ts';

/** What a run's message is made of. */
export type Written = Pick<
  AgentRunState,
  'run' | 'conversation' | 'steps' | 'instructions' | 'approvals'
>;

/** How long the params of a call are told in short. */
const SUMMARY_LENGTH = 200;

/** A call of a step with what became of it. */
interface Call {
  readonly call: ModelToolCall;
  readonly row: Instruction | undefined;
  /** The newest question about it. */
  readonly asked: Approval | undefined;
}

/** The calls of a step as parts of the message, by position. */
export function callParts(written: Written, step: AgentStep): readonly ToolPart[] {
  return step.calls.map((call, position) => {
    const row = rowAt(written, step, position);
    const asked = approvalsOf(written, step).findLast(
      ({ instructionId }) => instructionId === row?.instructionId,
    );
    return {
      type: `tool-${call.name}`,
      toolCallId: call.toolCallId,
      input: inputOf(call.input),
      ...(asked && { approval: shownApproval(asked) }),
      ...endOf({ call, row, asked }),
    };
  });
}

/** Questions to a person about the calls of a step, in the order in which they were asked. */
export function approvalParts(written: Written, step: AgentStep): readonly ApprovalPart[] {
  return approvalsOf(written, step).flatMap((asked): ApprovalPart[] => {
    const row = written.instructions.find((one) => one.instructionId === asked.instructionId);
    const call = row && step.calls[row.position];
    if (row === undefined || call === undefined) return [];
    const { approvalId, kind, expiresAt, decision, reason } = asked;
    return [
      {
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
          why: whyOf(asked),
          sessionPath: [written.conversation.localConversationId],
          expiresAt,
          decision,
          reason,
        },
      },
    ];
  });
}

function approvalsOf({ approvals, instructions }: Written, { stepId }: AgentStep): Approval[] {
  const own = new Set(
    instructions.flatMap((row) => (row.anchorId === stepId ? [row.instructionId] : [])),
  );
  return approvals.filter(({ instructionId }) => instructionId !== null && own.has(instructionId));
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
    if (asked?.decision === 'denied') return { state: 'output-denied' } as const;
    const errorText = `${row.errorCode ?? 'internal'}: ${row.errorText ?? ''}`;
    return { state: 'output-error', errorText } as const;
  }
  if (asked === undefined) return { state: 'input-available' } as const;
  return {
    state: asked.decision === 'open' ? 'approval-requested' : 'approval-responded',
  } as const;
}

/** What is no JSON stays the text that it is. */
function inputOf(input: string): JsonValue {
  try {
    return JSON.parse(input) as JsonValue;
  } catch {
    return input;
  }
}

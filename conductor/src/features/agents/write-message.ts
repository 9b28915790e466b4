import type { JsonValue } from '../../baa/json-value.ts';
import type { Instruction } from '../actions/feature.ts';
import type { MessagePart, ToolPart } from './message-part.ts';
import type { AgentStep } from './rows.ts';

/** The message that a run has written so far: its steps in order, each with its calls. */
export function partsOf(
  steps: readonly AgentStep[],
  instructions: readonly Instruction[],
): MessagePart[] {
  return steps
    .filter(({ repliedAt }) => repliedAt !== null)
    .flatMap((step) => [
      { type: 'step-start' } as const,
      ...(step.reasoning === ''
        ? []
        : [{ type: 'reasoning', text: step.reasoning, state: 'done' } as const]),
      ...(step.text === '' ? [] : [{ type: 'text', text: step.text, state: 'done' } as const]),
      ...step.calls.map(({ toolCallId, name, input }, position): ToolPart => ({
        type: `tool-${name}`,
        toolCallId,
        input: inputOf(input),
        ...endOf(
          instructions.find((row) => row.anchorId === step.stepId && row.position === position),
        ),
      })),
    ]);
}

type End =
  | { readonly state: 'input-available' }
  | { readonly state: 'output-available'; readonly output: JsonValue }
  | { readonly state: 'output-error'; readonly errorText: string };

function endOf(row: Instruction | undefined): End {
  if (row?.status === 'succeeded')
    return { state: 'output-available', output: row.resultText ?? '' };
  if (row?.status === 'failed')
    return {
      state: 'output-error',
      errorText: `${row.errorCode ?? 'internal'}: ${row.errorText ?? ''}`,
    };
  return { state: 'input-available' };
}

/** What is no JSON stays the text that it is. */
function inputOf(input: string): JsonValue {
  try {
    return JSON.parse(input) as JsonValue;
  } catch {
    return input;
  }
}

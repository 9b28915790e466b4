import { approvalParts, callParts, type Written } from './call-parts.ts';
import type { MessagePart, SteerPart } from './message-part.ts';
import { openBrowserParts } from './opened-tab.ts';
import type { AgentRunState } from './queries.ts';
import type { AgentStep } from './rows.ts';

/** The message that a run has written so far: its steps in order, each with its calls. */
export function partsOf(written: Written & Pick<AgentRunState, 'isWhole'>): MessagePart[] {
  const rows = Map.groupBy(written.instructions, ({ anchorId }) => anchorId);
  return written.steps.flatMap((step) => [
    ...steerParts(step),
    { type: 'step-start' } as const,
    // Only with its own, as each of them is looked for among all.
    ...(hasReplied(step)
      ? replyOf({ ...written, instructions: rows.get(step.stepId) ?? [] }, step)
      : []),
  ]);
}

function replyOf(written: Written, step: AgentStep): MessagePart[] {
  const { text, reasoning } = step;
  const state = 'done' as const;
  return [
    ...(reasoning === ''
      ? []
      : [{ type: 'reasoning', id: reasoningId(step), text: reasoning, state } as const]),
    ...(text === '' ? [] : [{ type: 'text', text, state } as const]),
    ...callParts(written, step),
    ...approvalParts(written, step),
    ...openBrowserParts(written, step),
  ];
}

/** Returns texts of the person before a step, as parts of the message. */
export function steerParts({ steers }: Pick<AgentStep, 'steers'>): readonly SteerPart[] {
  return steers.map(({ id, text }) => ({
    type: 'steering-message',
    id,
    parts: [{ type: 'text', text }],
  }));
}

/** Has its model said all that it says? */
export function hasReplied({ repliedAt }: AgentStep): boolean {
  return repliedAt !== null;
}

/** Returns the id of a step's reasoning in its message. */
export function reasoningId({ number }: Pick<AgentStep, 'number'>): string {
  return `reasoning-${number}`;
}

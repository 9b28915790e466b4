import { insert, type Plan, plan, update } from '../../../engine/plan.ts';
import { newStep } from './new-step.ts';
import type { AgentRunPart } from './queries.ts';
import { type AgentRun, type AgentStep, AGENT_RUNS, AGENT_STEPS } from './rows.ts';
import { runAgent } from './effects.ts';

/**
 * The step that follows one that is over: it is told what the person said meanwhile, and where the run has used up what it
 * may, it is the last, without tools.
 *
 * @param used What the run has used up with the step that is over.
 */
export function nextStep(
  { run, session }: Pick<AgentRunPart, 'run' | 'session'>,
  { number }: Pick<AgentStep, 'number'>,
  now: number,
  used: Partial<Pick<AgentRun, 'stepsUsed' | 'callsUsed' | 'tokensIn' | 'tokensOut'>> = {},
): Plan {
  const { runId, steers } = run;
  const { modelRef, definition } = session;
  const isSpent = run.stopReason === null && hasSpent({ ...run, ...used }, definition.limits);
  const changed = {
    ...used,
    ...(isSpent && { stopReason: 'budget_spent' }),
    ...(steers.length > 0 && { steers: [] }),
  };
  return plan({
    changes: [
      ...(Object.keys(changed).length > 0 ? [update(AGENT_RUNS, run, changed)] : []),
      insert(AGENT_STEPS, newStep(runId, number + 1, { modelRef, now, steers })),
    ],
    effects: [runAgent({ runId })],
  });
}

function hasSpent(
  { stepsUsed, callsUsed, tokensIn, tokensOut }: AgentRun,
  limits: AgentRunPart['session']['definition']['limits'],
): boolean {
  return (
    // The last step has no tools.
    stepsUsed + 1 >= limits.steps ||
    callsUsed >= limits.toolCalls ||
    tokensIn + tokensOut >= limits.tokens
  );
}

import type { AgentStep } from './rows.ts';

/** A step that asks its model. */
export function newStep(
  runId: string,
  number: number,
  { modelRef, now }: { readonly modelRef: string; readonly now: number },
): AgentStep {
  return {
    stepId: `${runId}.${number}`,
    runId,
    number,
    status: 'calling',
    modelRef,
    attempt: 1,
    jobId: null,
    text: '',
    reasoning: '',
    calls: [],
    finishReason: null,
    tokensIn: 0,
    tokensOut: 0,
    startedAt: now,
    repliedAt: null,
    finishedAt: null,
    version: 1,
  };
}

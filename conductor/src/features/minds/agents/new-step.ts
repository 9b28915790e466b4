import type { AgentStep, Steer } from './rows.ts';

/** The id of a run's step: that of the anchor of its reply as well. */
export function stepId(runId: string, number: number): string {
  return `${runId}.${number}`;
}

/** A step that asks its model. */
export function newStep(
  runId: string,
  number: number,
  {
    modelRef,
    now,
    steers = [],
  }: { readonly modelRef: string; readonly now: number; readonly steers?: readonly Steer[] },
): AgentStep {
  return {
    stepId: stepId(runId, number),
    runId,
    number,
    steers,
    status: 'calling',
    modelRef,
    attempt: 1,
    jobId: null,
    text: '',
    reasoning: '',
    calls: [],
    finishReason: null,
    complete: 'whole',
    tokensIn: 0,
    tokensOut: 0,
    startedAt: now,
    repliedAt: null,
    finishedAt: null,
    version: 1,
  };
}

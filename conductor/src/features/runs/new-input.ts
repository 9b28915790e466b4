import type { InputOrigin, InputRisk, Run, RunInput, Sealed } from './rows.ts';
import type { By } from './run-changes.ts';

/** A text for one worker. */
export interface Saying {
  readonly inputId: string;
  readonly workerId: string;
  readonly sealed: Sealed;
}

/** The row of a text that waits for its worker. */
export function newInput(
  { runId }: Pick<Run, 'runId'>,
  saying: Saying,
  more: {
    readonly origin: InputOrigin;
    /** Low without it: words of Baton's own. */
    readonly risk?: InputRisk;
    readonly reasons?: readonly string[];
    /** The task that it hands over, if it does. */
    readonly taskId: string | null;
    readonly by: By;
  },
): RunInput {
  const { origin, risk = 'low', reasons = [], taskId, by } = more;
  return {
    ...saying,
    runId,
    origin,
    risk,
    reasons,
    taskId,
    status: 'queued',
    jobId: null,
    createdAt: by.now,
    sentAt: null,
    version: 1,
  };
}

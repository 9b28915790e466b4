import type { Looked } from './looked-at.ts';
import type { InputOrigin, Run, RunInput, Sealed } from './rows.ts';
import type { By } from './run-changes.ts';

/** A text for one worker. */
export interface Saying {
  readonly inputId: string;
  readonly workerId: string;
  readonly sealed: Sealed;
  readonly looked: Looked;
}

/** The row of a text that waits for its worker. */
export function newInput(
  { runId }: Pick<Run, 'runId'>,
  { looked, ...saying }: Saying,
  more: {
    readonly origin: InputOrigin;
    /** The task that it hands over, if it does. */
    readonly taskId: string | null;
    readonly by: By;
  },
): RunInput {
  const { origin, taskId, by } = more;
  return {
    ...saying,
    runId,
    origin,
    risk: looked.level,
    reasons: looked.rules,
    taskId,
    status: 'queued',
    jobId: null,
    createdAt: by.now,
    sentAt: null,
    version: 1,
  };
}

import type { Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { Clock, Store } from '../../../engine/runtime.ts';
import type { LookedAt } from '../../heart/actions/feature.ts';
import type { FolderEvidence } from './folder-evidence.ts';
import type { MoreWorkers } from './more-workers.ts';
import type { SeenProgram } from './programs/program-port.ts';
import type { RunState } from './queries.ts';
import type { Scan } from '../../../text-risk/scan-risk.ts';
import type { RunTextsOf } from './run-texts.ts';
import type { RunWorker } from './rows.ts';
import type { Patience } from './worker-status.ts';
import type { TextWriter } from './write-texts.ts';

/** Whose call it is: the run, and its worker. A call of anybody else is refused. */
export interface Members {
  readonly planner: (call: LookedAt) => Promise<Result<RunState, CodedError>>;
  readonly worker: (
    call: LookedAt,
  ) => Promise<Result<{ readonly state: RunState; readonly worker: RunWorker }, CodedError>>;
}

export interface RunToolDeps {
  readonly store: Store;
  readonly texts: RunTextsOf;
  readonly writer: TextWriter;
  readonly members: Members;
  readonly scan: Scan;
  /** The newest reply in the conversation of a delivery; null: there is none. */
  readonly newestReply: (jobId: string) => Promise<string | null>;
  /** Returns what is seen of a worker's program, if the worker is one. */
  readonly seen: (worker: RunWorker) => SeenProgram | null;
  readonly filesOf: FolderEvidence;
  readonly patience: () => Patience;
  /** Most tasks of a plan. */
  readonly maxTasks: () => number;
  /** Workers that come later. */
  readonly more: () => MoreWorkers;
  readonly now: Clock;
}

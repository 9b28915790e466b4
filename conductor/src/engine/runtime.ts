import type { Queries } from './query.ts';
import type { CommitFault, Step, StepRunner } from './step.ts';

/** The time of day, in epoch milliseconds. It may jump. */
export type Clock = () => number;

/** A new identifier, unique without asking anyone. */
export type IdSource = () => string;

/** Structured log: fields first, then a constant message. Never a secret, and never the text of a message. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A frame in the outbox of a browser. */
export interface QueuedFrame {
  readonly seq: number;
  readonly frameJson: string;
}

/** The store, as the engine and the edges see it. */
export interface Store extends StepRunner {
  /**
   * As `run`. `decided` is called with what the step decided, once, before that is on disk: steps that it runs share the
   * commit. Nobody else may hear of the outcome until then.
   */
  runWith<Input, Q extends Queries, Outcome>(
    step: Step<Input, Q, Outcome>,
    input: Input,
    decided: (outcome: Outcome) => void,
  ): Promise<Outcome>;
  /** Frames above `afterSeq` that the browser has not acked, in order. */
  framesAfter(clientId: string, afterSeq: number, limit: number): Promise<readonly QueuedFrame[]>;
  dropAckedFrames(clientId: string, seq: number): void;
  /** The reason why nothing can be written now; null if none is known. */
  trouble(): CommitFault | null;
}

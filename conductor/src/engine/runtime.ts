import type { CommitFault, StepRunner } from './step.ts';

/** Epoch milliseconds. */
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

/** A frame as it waits in a browser's outbox. */
export interface QueuedFrame {
  readonly seq: number;
  readonly frameJson: string;
}

/** What the services need of the store beyond running steps. */
export interface Store extends StepRunner {
  /** Frames above `afterSeq` that the browser has not acked, in order. */
  framesAfter(clientId: string, afterSeq: number, limit: number): Promise<readonly QueuedFrame[]>;
  dropAckedFrames(clientId: string, seq: number): void;
  /** Why nothing can be written now, as far as is known. */
  trouble(): CommitFault | null;
}

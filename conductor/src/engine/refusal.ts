import type { ErrorCode } from '../../../shared/model/error-codes.ts';

/** A part of a frame that was refused; the rest was taken. Its sender gets it as an `error` frame. */
export interface Refusal {
  readonly code: ErrorCode;
  /** The field of the frame, as `runtimes[3].aliases[0]`. */
  readonly path: string;
  readonly message: string;
}

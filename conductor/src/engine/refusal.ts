import type { ErrorCode } from '../../../shared/model/error-codes.ts';

/** A part of a frame that was not taken as its sender meant it; the rest was. It is told so. */
export interface Refusal {
  readonly code: ErrorCode;
  /** The field, as `runtimes[3].aliases[0]`. */
  readonly path: string;
  readonly message: string;
}

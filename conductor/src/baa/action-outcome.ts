import type { ErrorCode } from '../../../shared/model/error-codes.ts';

/**
 * How one action ended. `text` is complete: for a failure it says what was wrong and how to fix it,
 * for the assistant to read.
 */
export type ActionOutcome =
  | { readonly ok: true; readonly text: string; readonly format: 'text' | 'json' }
  | { readonly ok: false; readonly code: ErrorCode; readonly text: string };

import type { ApiError } from '../../../shared/api/operation.ts';

/** Error that a caller gets for a fault of ours; the log has the rest. */
export const INTERNAL_ERROR: ApiError = {
  code: 'internal',
  text: 'The conductor failed on this request; see its log.',
};

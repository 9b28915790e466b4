import {
  type CodedError,
  ERROR_CODES,
  type ErrorCode,
} from '../../../../../shared/model/error-codes.ts';

/** The error of a message that was not accepted, with the meaning of its code. */
export function refused(code: ErrorCode): CodedError {
  const { meaning, remedy } = ERROR_CODES[code];
  return { code, text: `${meaning} ${remedy}` };
}

import {
  type CodedError,
  ERROR_CODES,
  type ErrorCode,
} from '../../../../shared/model/error-codes.ts';

/** Why a message was not taken, in the words of the table of codes. */
export function refused(code: ErrorCode): CodedError {
  const { meaning, remedy } = ERROR_CODES[code];
  return { code, text: `${meaning} ${remedy}` };
}

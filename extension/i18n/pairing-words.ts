import type { ErrorCode } from '../../shared/model/error-codes.ts';
import { errorAdvice } from './error-words.ts';
import { word } from './words.ts';

/** Why a pairing came to nothing. */
export function pairingFailure(code: ErrorCode): string {
  switch (code) {
    case 'internal':
      return word('pairing_no_conductor');
    case 'invalid_request':
      return word('pairing_address_bad');
    case 'too_many_attempts':
      return word('pairing_many');
    default: {
      const { meaning, remedy } = errorAdvice(code);
      return `${meaning} ${remedy}`;
    }
  }
}

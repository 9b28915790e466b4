import { ERROR_CODES } from '../../../../shared/model/error-codes.ts';

/** The remedy of a check that finds no running conductor. */
export const HOW_TO_START = ERROR_CODES.conductor_unreachable.remedy;

/** A check of one part of the setup: its outcome, and how to fix a failure. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly text: string;
  readonly mend: string | null;
}

/** A check with its outcome; one that is `ok` needs no remedy. */
export function check(
  name: string,
  state: Check['state'],
  text: string,
  mend: string | null = null,
): Check {
  return { name, state, text, mend: state === 'ok' ? null : mend };
}

import { ERROR_CODES } from '../../../../shared/model/error-codes.ts';

export const HOW_TO_START = ERROR_CODES.conductor_unreachable.remedy;

/** One link of the chain: whether it holds, and how to mend it. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly text: string;
  readonly mend: string | null;
}

export function check(
  name: string,
  state: Check['state'],
  text: string,
  mend: string | null = null,
): Check {
  return { name, state, text, mend: state === 'ok' ? null : mend };
}

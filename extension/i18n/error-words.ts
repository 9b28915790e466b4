import type { CodedError, ErrorCode } from '../../shared/model/error-codes.ts';
import { word } from './words.ts';

/** What happened, and what a person can do about it. */
export interface Advice {
  readonly meaning: string;
  readonly remedy: string;
}

export function errorAdvice(code: ErrorCode): Advice {
  return { meaning: word(`error_${code}`), remedy: word(`remedy_${code}`) };
}

/** With what the site or the conductor said of this one case. */
export function detailedAdvice({ code, text }: CodedError): Advice {
  const { meaning, remedy } = errorAdvice(code);
  const isNews = text !== '' && text !== meaning;
  return { meaning: isNews ? word('failure_detail', meaning, text) : meaning, remedy };
}

import type { CodedError, ErrorCode } from '../../shared/model/error-codes.ts';
import { word } from './words.ts';

/** Meaning of an error, and what a person can do about it. */
export interface Advice {
  readonly meaning: string;
  readonly remedy: string;
}

/** Where the way out is another in a page that nobody wrote an adapter for: it can be shown around, or lose its talk. */
const ON_ANY_PAGE = ['adapter_drift', 'no_reply', 'missing_route'] as const;

/** `platform`: whose conversation or page it is about, where it is about one. */
export function errorAdvice(code: ErrorCode, platform = ''): Advice {
  const meaning = word(`error_${code}`);
  const own = isAnyPage(platform) ? ON_ANY_PAGE.find((one) => one === code) : undefined;
  return { meaning, remedy: own ? word(`remedy_any_${own}`) : word(`remedy_${code}`) };
}

/** Has nobody written an adapter for it? */
export function isAnyPage(platform: string): boolean {
  return platform === 'generic' || platform.startsWith('generic:');
}

/** With what the site or the conductor said of this one case. */
export function detailedAdvice({ code, text }: CodedError, platform = ''): Advice {
  const { meaning, remedy } = errorAdvice(code, platform);
  const isNews = text !== '' && text !== meaning;
  return { meaning: isNews ? word('failure_detail', meaning, text) : meaning, remedy };
}

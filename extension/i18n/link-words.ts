import type { ErrorCode } from '../../shared/model/error-codes.ts';
import type { LinkState } from '../messages/popup-messages.ts';
import { type Advice, errorAdvice } from './error-words.ts';
import { counted, word } from './words.ts';

export interface LinkWords {
  readonly text: string;
  readonly tone: 'good' | 'busy' | 'bad' | 'quiet';
}

const TONES = { unpaired: 'quiet', connecting: 'busy', online: 'good', offline: 'bad' } as const;

/** Where the link knows more than the code says. */
const CAUSES: { readonly [K in ErrorCode]?: () => string } = {
  unauthorized: () => word('link_error_unauthorized'),
  out_of_order: () => word('link_error_out_of_order'),
  too_many_attempts: () => word('link_error_too_many_attempts'),
  payload_too_large: () => word('link_error_payload_too_large'),
  malformed_frame: () => word('link_error_malformed_frame'),
};

/** The link in a word or two. */
export function linkWords({ status }: LinkState): LinkWords {
  return { text: word(`link_${status}`), tone: TONES[status] };
}

/** Returns the problem of the link and its remedy; null while there is none. */
export function linkAdvice(link: LinkState): Advice | null {
  if (link.versions !== null) {
    const { extension, conductor } = link.versions;
    return {
      meaning: word('link_versions', extension, conductor),
      remedy: word('link_versions_remedy'),
    };
  }
  if (link.status !== 'offline') return null;
  if (link.error !== null) {
    const { meaning, remedy } = errorAdvice(link.error.code);
    return { meaning: CAUSES[link.error.code]?.() ?? meaning, remedy };
  }
  const kept = link.waiting > 0 ? ` ${counted('link_kept', link.waiting)}` : '';
  return { meaning: word('link_down'), remedy: word('link_start') + kept };
}

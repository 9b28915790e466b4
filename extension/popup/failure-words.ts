import { steeringShown } from '../../shared/lib/visible-text.ts';
import { platformName } from '../ui/site-names.ts';
import type { FailedDelivery } from '../messages/popup-messages.ts';
import { type Advice, errorAdvice } from '../i18n/error-words.ts';
import { word } from '../i18n/words.ts';

/** As it is said of an HTTP answer: its status, and what words it had. */
const ANSWERED = /^The site answered (\d{3}\b.*?)\.?$/s;

/** Codes that the site is the one to blame or to ask for. */
const OF_SITES = [
  'send_refused',
  'conversation_full',
  'send_rejected',
  'rate_limited',
  'challenge_required',
  'missing_credential',
  'no_reply',
  'final_message_timeout',
  'delivery_uncertain',
  'page_gone',
  'adapter_drift',
] as const;

/** Returns the outcome of a delivery, in words about its site: "ChatGPT refused the message (403)." */
export function failureWords({
  platform,
  error_code: code,
  error_message,
}: FailedDelivery): Advice {
  if (code === null) {
    return {
      meaning: word('failure_unknown', platformName(platform)),
      remedy: word('remedy_unknown'),
    };
  }
  const { meaning: general, remedy } = errorAdvice(code, platform);
  const own = OF_SITES.find((one) => one === code);
  const meaning = own === undefined ? general : word(`failed_${own}`, platformName(platform));
  const detail = detailOf(error_message ?? '');
  return { meaning: detail === '' ? meaning : word('failure_detail', meaning, detail), remedy };
}

function detailOf(message: string): string {
  const said = message.trim().replace(/\.$/, '');
  return steeringShown(ANSWERED.exec(said)?.[1] ?? said);
}

import { isAttemptProgress, isObservedReply, isPageState } from './is-page-message.ts';
import type { CommandAnswers } from './page-messages.ts';
import {
  hasFields,
  isCode,
  isFlag,
  isId,
  isRecord,
  isShortText,
  listOf,
  nullable,
  type Check,
} from './shape.ts';

/** A conversation's user turns; far above any that a page has shown. */
const MAX_TURNS = 20_000;

const isRefusal: Check = (value) => hasFields(value, { code: isCode, text: isShortText });

const ANSWERS: { readonly [K in keyof CommandAnswers]: Check } = {
  'page.identify': isPageState,
  'page.stop': (value) => isRecord(value) && value['stopped'] === true,
  'attempt.baseline': (value) =>
    isRecord(value) &&
    (value['ok'] === true
      ? listOf(isId, MAX_TURNS)(value['user_message_ids'])
      : value['ok'] === false && isRefusal(value) && isFlag(value['reloads'])),
  'attempt.send': (value) =>
    isRecord(value) && (value['taken'] === true || (value['taken'] === false && isRefusal(value))),
  'attempt.query': (value) => hasFields(value, { progress: nullable(isAttemptProgress) }),
  'attempt.stop': (value) => hasFields(value, { taken: isFlag }),
  'attempt.look': (value) => {
    if (!isRecord(value)) return false;
    switch (value['outcome']) {
      case 'found':
        return hasFields(value, {
          user_message_id: nullable(isId),
          reply: nullable(isObservedReply),
          is_growing: isFlag,
        });
      case 'absent':
        return true;
      case 'cannot_tell':
        return isShortText(value['reason']);
      default:
        return false;
    }
  },
};

/** Does a content script's answer have the shape its command asks for? */
export function isCommandAnswer<K extends keyof CommandAnswers>(
  kind: K,
  value: unknown,
): value is CommandAnswers[K] {
  return ANSWERS[kind](value);
}

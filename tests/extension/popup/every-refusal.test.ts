import { beforeAll, describe, expect, test } from 'vitest';

import type { PageState } from '../../../extension/messages/page-messages.ts';
import type { FailedDelivery } from '../../../extension/messages/popup-messages.ts';
import { failureWords } from '../../../extension/popup/failure-words.ts';
import { absenceWords, problemWords } from '../../../extension/popup/popup-words.ts';
import { errorAdvice } from '../../../extension/i18n/error-words.ts';
import { word } from '../../../extension/i18n/words.ts';
import { ERROR_CODE_NAMES } from '../../../shared/model/error-code-names.ts';
import { ERROR_CODES } from '../../../shared/model/error-codes.ts';
import { installWords, LANGUAGES, messagesOf } from '../../kit/install-words.ts';
import { page } from '../background/builders/view.ts';

const PLATFORMS = ['chatgpt', 'generic:chat.example:8080'] as const;
/** What says that nothing is to be done, or can be, says why as well. */
const NOTHING = /^(?:Nothing|无需操作)(?!: .|：.)/;

function failure(platform: string, error_code: FailedDelivery['error_code']): FailedDelivery {
  return {
    platform,
    remote_conversation_id: 'c-1',
    title: null,
    page_url: null,
    is_here: true,
    job_id: 'job-1',
    error_code,
    error_message: null,
  };
}

describe.for(LANGUAGES)('in %s', (language) => {
  beforeAll(() => installWords(language));

  test.for(PLATFORMS)(
    'every code says what happened at %s, and what a person can do',
    (platform) => {
      for (const code of [...ERROR_CODE_NAMES, null]) {
        const { meaning, remedy } = failureWords(failure(platform, code));
        expect.soft(meaning, String(code)).not.toBe('');
        expect.soft(remedy, String(code)).not.toBe('');
        expect.soft(remedy, String(code)).not.toMatch(NOTHING);
        expect.soft(remedy, String(code)).not.toBe(meaning);
      }
    },
  );

  test('a remedy names a button as the button is named', () => {
    const teach = word('watch_teach');
    for (const [key, { message }] of Object.entries(messagesOf(language))) {
      const isAboutTeaching = /^(?:remedy_(?:any_(?:adapter|no_reply)|unread)|absent_reply)/.test(
        key,
      );
      if (isAboutTeaching) expect.soft(message, key).toContain(teach);
    }
  });
});

test('a refusal in words of its own goes on to what can be done', () => {
  const REFUSAL =
    /^(?:Not |No |Nobody|Too many|That is no|The text is gone|\S+ \S+ (?:did|has) not|The address holds no)/;
  const bare = Object.entries(messagesOf('en'))
    .filter(
      ([key, { message }]) =>
        /^(?:send|pairing|failure|place|mode)_/.test(key) && REFUSAL.test(message),
    )
    .filter(([, { message }]) => !/[.:;,] \S/.test(message));
  expect(bare.map(([key]) => key)).toEqual([]);
});

describe('a page that nobody wrote an adapter for', () => {
  beforeAll(() => installWords());
  const [known, any] = PLATFORMS;
  const state = (platform: string, details: Partial<PageState> = {}): PageState =>
    page({ platform, ...details });
  const unread = { composer: 'ok', stream: 'failed', turns: 'unknown', ids: 'unknown' } as const;

  test.for(['adapter_drift', 'no_reply'] as const)('can be taught: %s says so', (code) => {
    expect(errorAdvice(code, any).remedy).toContain(word('watch_teach'));
    expect(errorAdvice(code, 'generic').remedy).toContain(word('watch_teach'));
    expect(errorAdvice(code, known).remedy).toBe(ERROR_CODES[code].remedy);
  });

  test('offers to be taught where a reply came that cannot be read, with or without a conversation', () => {
    expect(problemWords(state(any, { checks: unread }))?.remedy).toContain(word('watch_teach'));
    expect(problemWords(state(any))).toBeNull();
    expect(problemWords(state(known, { checks: unread }))).toBeNull();
    const absent = (shown: PageState): string => absenceWords({ page: shown } as never);
    expect(absent(state(any))).toBe(word('absent_reply'));
    expect(absent(state(any, { checks: unread }))).toContain(word('unread'));
    expect(absent(state(known))).toBe(word('absent_id'));
  });
});

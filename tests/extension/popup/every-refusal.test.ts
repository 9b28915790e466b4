import { beforeAll, describe, expect, test } from 'vitest';

import { type PageState, UNREAD_REASONS } from '../../../extension/messages/page-messages.ts';
import type { FailedDelivery } from '../../../extension/messages/popup-messages.ts';
import { failureWords } from '../../../extension/popup/failure-words.ts';
import { absenceWords, mayTeach, problemWords } from '../../../extension/popup/popup-words.ts';
import { errorAdvice } from '../../../extension/i18n/error-words.ts';
import { word } from '../../../extension/i18n/words.ts';
import { ERROR_CODE_NAMES } from '../../../shared/model/error-code-names.ts';
import { ERROR_CODES } from '../../../shared/model/error-codes.ts';
import { installWords, LANGUAGES, messagesOf } from '../../kit/install-words.ts';
import { page } from '../background/builders/view.ts';

const PLATFORMS = ['chatgpt', 'generic:chat.example:8080'] as const;
/** A remedy that says nothing is to be done, or can be, without saying why. */
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
      const isAboutTeaching = /^(?:remedy_(?:any_(?:adapter|no_reply)|unread_unknown))/.test(key);
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
  test.for(['adapter_drift', 'no_reply'] as const)('can be taught: %s says so', (code) => {
    expect(errorAdvice(code, any).remedy).toContain(word('watch_teach'));
    expect(errorAdvice(code, 'generic').remedy).toContain(word('watch_teach'));
    expect(errorAdvice(code, known).remedy).toBe(ERROR_CODES[code].remedy);
  });

  const taught = (shown: PageState, failures: readonly object[] = []): boolean =>
    mayTeach({ page: shown, needs: { approvals: [], failures } } as never);

  test.for(UNREAD_REASONS)('says why it cannot be read and what helps: %s', (unread) => {
    const absent = (shown: PageState): string => absenceWords({ page: shown } as never);
    const said = problemWords(state(any, { unread }));
    expect(said?.meaning).toBe(word(`unread_${unread}`));
    // It offers to be taught where that helps, and only there.
    expect(said?.remedy.includes(word('watch_teach'))).toBe(taught(state(any, { unread })));
    expect(problemWords(state(known, { unread }))).toBeNull();
    expect(absent(state(any, { unread }))).toBe(`${said?.meaning} ${said?.remedy}`);
  });

  test('offers to be taught where that can help, or has been done', () => {
    const lost = { code: 'adapter_drift', text: 'No text field.' } as const;
    expect(taught(state(any))).toBe(false);
    expect(taught(state(any, { problem: lost }))).toBe(true);
    expect(taught(state(any, { unread: 'unknown_words' }))).toBe(true);
    expect(taught(state(any, { unread: 'silent' }))).toBe(false);
    expect(taught(state(any, { taught: true }))).toBe(true);
    expect(taught(state(known, { problem: lost }))).toBe(false);
    expect(taught(state(any), [{ is_here: true, error_code: 'adapter_drift' }])).toBe(true);
    expect(taught(state(any), [{ is_here: false, error_code: 'adapter_drift' }])).toBe(false);
  });

  test('without a conversation says what begins one', () => {
    expect(absenceWords({ page: state(any) } as never)).toBe(word('absent_reply'));
    expect(absenceWords({ page: state(known) } as never)).toBe(word('absent_id'));
    expect(problemWords(state(any))).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { readErrorValue } from '../../../../extension/platforms/kit/read-error-value.ts';
import { refusalByStatus } from '../../../../extension/platforms/kit/refusal-by-status.ts';
import { refusalText } from '../../../../extension/platforms/kit/refusal-text.ts';
import { plainRefusal } from '../../../../extension/platforms/kit/refusal-in-words.ts';
import {
  epochMsOf,
  msOfSeconds,
  retryAfterIn,
} from '../../../../extension/platforms/kit/retry-after.ts';
import { PLATFORMS } from '../../../kit/reply-streams.ts';

describe('what stands for an error', () => {
  test.for([
    ['No.', 'send_rejected', 'No.'],
    [true, 'send_rejected', 'The site reported an error.'],
    [500, 'send_rejected', 'The site reported an error.'],
    [429, 'rate_limited', 'The site reported an error.'],
    [{ message: 'No.' }, 'send_rejected', 'No.'],
    [{ error: 'No.' }, 'send_rejected', 'No.'],
    [{ error: { message: 'No.', type: 'rate_limit_error' } }, 'rate_limited', 'No.'],
    ['{"message":"No.","code":401}', 'missing_credential', 'No.'],
    [{ code: 'insufficient_quota', message: 'Pay.' }, 'rate_limited', 'Pay.'],
    [{ message: 'You have reached your usage limit.' }, 'rate_limited'],
    [{}, 'send_rejected', 'The site reported an error.'],
  ] as const)('%j', ([error, code, text]) => {
    expect(readErrorValue(error)).toMatchObject({ code, ...(text !== undefined && { text }) });
  });

  test.for([undefined, null, false, 0, ''])('%j is none', (none) => {
    expect(readErrorValue(none)).toBeNull();
  });
});

describe('when a limit ends', () => {
  test.for([
    [{ retry_after: 30 }, { retryAfterMs: 30_000 }],
    [{ retry_after: '30' }, { retryAfterMs: 30_000 }],
    [{ retryDelay: '1.5s' }, { retryAfterMs: 1_500 }],
    [{ retry_after_ms: 250 }, { retryAfterMs: 250 }],
    [{ clears_in: 0 }, { retryAfterMs: null }],
    [{ resetsAt: 1_787_176_800 }, { retryAfterMs: null, retryAtMs: 1_787_176_800_000 }],
    [{ reset_at: 1_787_176_800_000 }, { retryAfterMs: null, retryAtMs: 1_787_176_800_000 }],
    [{ resets_at: '2026-08-20T00:40:00Z' }, { retryAfterMs: null, retryAtMs: 1_787_186_400_000 }],
    [{ retry_after: 'soon', resetsAt: 'later' }, { retryAfterMs: null }],
    [{ retry_after: -1 }, { retryAfterMs: null }],
    [null, { retryAfterMs: null }],
  ] as const)('is read from %j', ([limit, end]) => {
    expect(retryAfterIn(limit)).toEqual(end);
  });

  test('is a date with its time zone, too', () => {
    const epochMs = Date.UTC(2026, 10, 22, 4);
    for (const date of ['2026-11-22T04:00:00Z', '2026-11-22T06:00:00.000+02:00'])
      expect(epochMsOf(date)).toBe(epochMs);
    expect(epochMsOf(new Date(epochMs).toUTCString())).toBe(epochMs);
    for (const none of ['2026-11-22', '2026-11-22T04:00:00', 'now', 'Sun, x GMT', -1, {}, null])
      expect(epochMsOf(none)).toBeNull();
  });

  test('is a number of seconds in a header, or a date', () => {
    expect(msOfSeconds(' 12 ')).toBe(12_000);
    expect(refusalByStatus(429, { 'retry-after': '12' }).retryAfterMs).toBe(12_000);
    const date = 'Sun, 22 Nov 2026 04:00:00 GMT';
    expect(refusalByStatus(429, { 'retry-after': date })).toMatchObject({
      retryAfterMs: null,
      retryAtMs: Date.parse(date),
    });
  });

  test.each(PLATFORMS)('is read on $name from the headers of a refusal', (platform) => {
    const refusal = platform.readRefusal(429, { 'retry-after': '7' }, '{}');
    expect(refusal).toMatchObject({ code: 'rate_limited', retryAfterMs: 7_000 });
  });
});

test('a body that says why gives its words, and the status the kind', () => {
  const told = plainRefusal(403, {}, '{"error":{"message":"Usage limit","retry_after":9}}');
  expect(told).toEqual({ code: 'rate_limited', text: 'Usage limit', retryAfterMs: 9_000 });
  expect(plainRefusal(401, {}, '{"detail":"Log in."}')).toMatchObject({
    code: 'missing_credential',
    text: 'Log in.',
  });
  expect(plainRefusal(429, { 'retry-after': '3' }, '{"error":"No."}')).toMatchObject({
    code: 'rate_limited',
    retryAfterMs: 3_000,
  });
});

test.for([
  ['', 'The site answered 500.'],
  ['{}', 'The site answered 500.'],
  ['Internal Server Error', 'The site answered 500: Internal Server Error.'],
  ['{"message":"Out of memory."}', 'The site answered 500: Out of memory.'],
  [
    '{"status":500,"error":"Internal Server Error"}',
    'The site answered 500: Internal Server Error.',
  ],
  ['{"error":{"message":"No room.","code":1}}', 'The site answered 500: No room.'],
  ['"Out of\\nmemory"', 'The site answered 500: Out of memory.'],
  [
    '<!doctype html><title>\n 502 Bad Gateway </title><p>x',
    'The site answered 500: 502 Bad Gateway.',
  ],
  ['<html><script>let a = "<h1>"</script>', 'The site answered 500.'],
  ['Traceback:\n  one\u001B[31m', 'The site answered 500: Traceback: one [31m.'],
  ['x'.repeat(300), `The site answered 500: ${'x'.repeat(200)}….`],
] as const)('a server that fails with %j is told in its words', ([body, told]) => {
  expect(refusalText(500, 'The site answered 500.', body)).toBe(told);
});

test('what an adapter reads of a refusal is told with the status where a server failed', () => {
  expect(refusalText(503, 'Overloaded.', '{}')).toBe('The site answered 503: Overloaded.');
  expect(refusalText(429, 'Usage limit', '{}')).toBe('Usage limit');
  expect(refusalText(404, 'The site answered 404.', 'Not Found')).toBe(
    'The site answered 404: Not Found.',
  );
});

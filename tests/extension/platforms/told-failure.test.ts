import { expect, test } from 'vitest';

import {
  failureWithin,
  isFailing,
  toldFailure,
} from '../../../extension/platforms/generic/told-failure.ts';
import { readErrorValue } from '../../../extension/platforms/kit/read-error-value.ts';

test.each([
  [{ message: 'It broke.', status: 'Fail' }, 'It broke.'],
  [{ success: false, msg: 'Not today.' }, 'Not today.'],
  [{ ok: false }, 'The site reported an error.'],
  [{ statusCode: 500, message: 'Oops.' }, 'Oops.'],
  [{ detail: 'No such model.' }, 'No such model.'],
  [{ err: 'The model is gone.' }, 'The model is gone.'],
  [{ errors: ['The model is gone.'] }, 'The model is gone.'],
  [{ errors: [{ message: 'The model is gone.' }] }, 'The model is gone.'],
  [{ errmsg: 'System busy.', errcode: 45_009 }, 'System busy.'],
  [{ code: -1, msg: 'Busy.' }, 'Busy.'],
])('%o tells a failure in the words of the site', (value, words) => {
  expect(readErrorValue(toldFailure(value))?.text).toBe(words);
});

test.each([
  [{ error: null, text: 'Hi' }],
  [{ errors: [] }],
  [{ errorCount: 0, ok: true }],
  [{ success: true, code: 0 }],
  [{ status: 'completed', statusCode: 200 }],
  [{ timeout: 30_000 }],
  [{ failed: false, failed_tools: ['search'] }],
  [{ text: 'an error is a word like any other', detail: 'x' }],
])('%o tells none', (value) => {
  expect(toldFailure(value)).toBeNull();
});

test('kinds of parts may fail within a reply', () => {
  expect(['chat_error', 'response.failed', 'Fail', 'stream:aborted'].every(isFailing)).toBe(true);
  expect(['tool_error', 'node.failed', 'stepFailed', 'message'].some(isFailing)).toBe(false);
});

test('what another server said is told where it is passed on, and is of no part', () => {
  const passedOn = { message: 'It broke.', status: 'Fail' };
  expect(failureWithin({ to: 'u-1', custom: passedOn })).toEqual(passedOn);
  expect(
    failureWithin({ toolResult: passedOn, node_run: passedOn, usage: { failed: 0 } }),
  ).toBeNull();
});

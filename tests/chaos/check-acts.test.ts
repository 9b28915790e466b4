import { expect, test } from 'vitest';

import { checkActs } from '../../chaos/check/check-acts.ts';
import type { CallRow } from '../../chaos/check/store-rows.ts';

const ACT = '[w0.1]';

const call = (status: string, error_code: string | null = null): CallRow => ({
  call_id: 'c1',
  tool: 'browser.type',
  args_json: `{"text":"${ACT}"}`,
  status,
  error_code,
});

const CLEAN = { repeated: [], untrue: [], open: [] };

test.each<[said: string, CallRow, came: number]>([
  ['succeeded, and done', call('succeeded'), 1],
  ['failed, and not done', call('failed', 'page_changed'), 0],
  ['unknown, and done', call('unknown', 'outcome_unknown'), 1],
  ['unknown, and not done', call('failed', 'dialog_open'), 0],
])('%s: that is true', (_said, row, came) => {
  expect(checkActs(Array<string>(came).fill(ACT), [row])).toEqual(CLEAN);
});

test.each<[said: string, CallRow, came: number]>([
  ['succeeded, and not done', call('succeeded'), 0],
  ['failed, and done', call('failed', 'resource_closed'), 1],
])('%s: that is not true', (_said, row, came) => {
  expect(checkActs(Array<string>(came).fill(ACT), [row]).untrue).toHaveLength(1);
});

test('what was done twice is repeated, whatever is said of it', () => {
  const came = [`sent ${ACT}`, ACT];
  expect(checkActs(came, [call('unknown', 'outcome_unknown')]).repeated).toEqual([ACT]);
});

test('what nobody asked for is not true, and a call that has not ended is open', () => {
  expect(checkActs(['[w7.7]'], []).untrue).toEqual(['[w7.7]: nobody asked']);
  expect(checkActs([], [call('begun')]).open).toEqual(['call c1 (browser.type): still begun']);
});

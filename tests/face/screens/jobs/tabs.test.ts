import { expect, test } from 'vitest';

import {
  countOf,
  jobFiltersOf,
  jobsAddress,
  TAB_NAMES,
} from '../../../../face/screens/jobs/tabs.ts';

test.each([
  '/jobs',
  '/jobs?state=in_flight',
  '/jobs?state=failed&conversation=c1',
  '/jobs?platform=chatgpt&title=Fix+it',
])('%s shows what it says, and leads back to itself', (address) => {
  const { searchParams } = new URL(address, 'http://baton.localhost');
  expect(jobsAddress(jobFiltersOf(Object.fromEntries(searchParams)))).toBe(address);
});

test('one delivery beside the list keeps what the list shows', () => {
  expect(jobsAddress({ tab: 'failed' }, 'a/b')).toBe('/jobs/a%2Fb?state=failed');
});

test('each delivery is counted in one state, and in all', () => {
  const jobs = { pending: 1, dispatched: 2, acked: 3, finalized: 4, retry_wait: 5, failed: 6 };
  const counts = Object.fromEntries(TAB_NAMES.map((tab) => [tab, countOf(tab, jobs)]));
  expect(counts).toEqual({ all: 21, pending: 1, in_flight: 5, waiting: 5, failed: 6, done: 4 });
});

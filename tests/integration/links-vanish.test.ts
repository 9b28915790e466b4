import { expect, test } from 'vitest';

import { seededRandom } from '../../chaos/schedule/seeded-random.ts';
import { linksVanish } from '../kit/links-vanish.ts';

/** One of the rounds of tests/long/delivery/links-vanish.test.ts. */
const SEED = 7;

test('two browsers whose links vanish, and a conductor that is killed, leave no delivery waiting', async () => {
  const { jobs, turns } = await linksVanish(seededRandom(SEED), { messages: 4, kills: 1 });
  expect(jobs).toHaveLength(4);
  expect(new Set(turns.map(({ text }) => text)).size).toBe(turns.length);
  const open = jobs.filter(({ status }) => status !== 'finalized' && status !== 'failed');
  expect(open).toEqual([]);
});

import { expect, test } from 'vitest';

import { limitReading } from '../../../worker/terminals/limit-reading.ts';

test('a program waits while more of what it said is still to be taken in than may be', async () => {
  const asked: string[] = [];
  const source = { pause: () => asked.push('pause'), resume: () => asked.push('resume') };
  const readMore = limitReading(source, 1e12);
  const slow = Promise.withResolvers<void>();
  readMore(200_000, slow.promise);
  expect(asked).toEqual([]);
  readMore(200_000, slow.promise);
  expect(asked).toEqual(['pause']);
  slow.resolve();
  await expect.poll(() => asked).toEqual(['pause', 'resume']);
});

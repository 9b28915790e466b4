import { beforeAll, expect, test } from 'vitest';

import { badgeOf } from '../../../../extension/background/toolbar/badge.ts';
import { installWords } from '../../../support/install-words.ts';

beforeAll(() => installWords());

test.for([
  [{ link: 'online', waiting: 0, drifted: [] }, '', 'Baton: connected'],
  [{ link: 'unpaired', waiting: 0, drifted: [] }, '', 'Baton: not paired'],
  [{ link: 'connecting', waiting: 0, drifted: [] }, '', 'Baton: connecting…'],
  [{ link: 'online', waiting: 1, drifted: [] }, '1', '1 action waits for your answer'],
  [{ link: 'online', waiting: 250, drifted: [] }, '99+', '250 actions wait for your answer'],
  [{ link: 'offline', waiting: 2, drifted: [] }, '!', 'Baton: not connected\n2 actions wait'],
  [{ link: 'online', waiting: 0, drifted: ['kimi'] }, '!', 'kimi has changed'],
  [{ link: 'online', waiting: 3, drifted: ['kimi'] }, '3', 'kimi has changed'],
] as const)('%o shows "%s" and says "%s"', ([attention, text, title]) => {
  const badge = badgeOf(attention);
  expect(badge.text).toBe(text);
  expect(badge.title).toContain(title);
});

test('what keeps Baton from working looks unlike what waits', () => {
  const good = badgeOf({ link: 'online', waiting: 1, drifted: [] });
  const offline = badgeOf({ link: 'offline', waiting: 1, drifted: [] });
  const drifted = badgeOf({ link: 'online', waiting: 0, drifted: ['kimi'] });
  expect(new Set([good, offline, drifted].map(({ color }) => color)).size).toBe(3);
});

import { beforeAll, expect, test } from 'vitest';

import { BAD, badgeOf, GOOD, INK } from '../../../../extension/background/toolbar/badge.ts';
import { installWords } from '../../../kit/install-words.ts';

const IDLE = { tabs: 0, stopped: false };

beforeAll(() => installWords());

test.for([
  [{ link: 'online', waiting: 0, failed: 0, drifted: [], ...IDLE }, '', 'Baton: connected'],
  [{ link: 'unpaired', waiting: 0, failed: 0, drifted: [], ...IDLE }, '', 'Baton: not paired'],
  [{ link: 'connecting', waiting: 0, failed: 0, drifted: [], ...IDLE }, '', 'Baton: connecting…'],
  [
    { link: 'online', waiting: 1, failed: 0, drifted: [], ...IDLE },
    '1',
    '1 action waits for your answer',
  ],
  [
    { link: 'online', waiting: 250, failed: 0, drifted: [], ...IDLE },
    '99+',
    '250 actions wait for your answer',
  ],
  [
    { link: 'offline', waiting: 2, failed: 0, drifted: [], ...IDLE },
    '!',
    'Baton: not connected\n2 actions wait',
  ],
  [{ link: 'online', waiting: 0, failed: 0, drifted: ['kimi'], ...IDLE }, '!', 'kimi has changed'],
  [{ link: 'online', waiting: 3, failed: 0, drifted: ['kimi'], ...IDLE }, '3', 'kimi has changed'],
  [
    { link: 'online', waiting: 0, failed: 2, drifted: [], ...IDLE },
    '!',
    '2 messages were not delivered',
  ],
  [
    { link: 'online', waiting: 1, failed: 2, drifted: [], ...IDLE },
    '1',
    '2 messages were not delivered',
  ],
  [
    { link: 'online', waiting: 0, failed: 0, drifted: [], tabs: 2, stopped: false },
    '2',
    '2 tabs work',
  ],
  [
    { link: 'online', waiting: 0, failed: 0, drifted: [], tabs: 2, stopped: true },
    'II',
    'You stopped',
  ],
  [
    { link: 'online', waiting: 1, failed: 0, drifted: [], tabs: 2, stopped: false },
    '1',
    '2 tabs work',
  ],
] as const)('%o shows "%s" and says "%s"', ([attention, text, title]) => {
  const badge = badgeOf(attention);
  expect(badge.text).toBe(text);
  expect(badge.title).toContain(title);
});

test('what keeps Baton from working looks unlike what waits', () => {
  const good = badgeOf({ link: 'online', waiting: 1, failed: 0, drifted: [], ...IDLE });
  const offline = badgeOf({ link: 'offline', waiting: 1, failed: 0, drifted: [], ...IDLE });
  const drifted = badgeOf({ link: 'online', waiting: 0, failed: 0, drifted: ['kimi'], ...IDLE });
  expect(new Set([good, offline, drifted].map(({ color }) => color)).size).toBe(3);
});

/** WCAG 2's relative luminance of `#rrggbb`. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

test('every badge can be read, and told from the icon below it, whatever the theme', () => {
  const icon = '#2f6353';
  const waiting = badgeOf({ link: 'online', waiting: 1, failed: 0, drifted: [], ...IDLE }).color;
  const drifted = badgeOf({
    link: 'online',
    waiting: 0,
    failed: 0,
    drifted: ['kimi'],
    ...IDLE,
  }).color;
  for (const color of [BAD, GOOD, waiting, drifted]) {
    expect(contrast(INK, color), color).toBeGreaterThan(7);
    expect(contrast(icon, color), color).toBeGreaterThan(3);
  }
});

import { afterEach, expect, test, vi } from 'vitest';

import { agoText, dateText, numberText } from '../../../face/words/formats.ts';
import { speak } from '../../../face/words/word.ts';

const NOON = Date.UTC(2026, 10, 23, 12);
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

afterEach(() => vi.unstubAllEnvs());

test('the language of the page and the time zone of the machine hold, also once they are others', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubEnv('TZ', 'UTC');
  await speak('en');
  expect([dateText(NOON, CLOCK), agoText(-5, 'minute')]).toEqual(['12:00', '5 min. ago']);
  vi.stubEnv('TZ', 'Asia/Shanghai');
  expect(dateText(NOON, CLOCK)).toBe('20:00');
  await speak('zh-CN');
  expect(agoText(-5, 'minute')).toBe('5分钟前');
  vi.unstubAllGlobals();
});

test('a format is made once, for each of its options', () => {
  const made = vi.spyOn(Intl, 'NumberFormat');
  const options = { minimumFractionDigits: 3 };
  expect(numberText(1.5, options)).toBe('1.500');
  expect(numberText(2.5, options)).toBe('2.500');
  expect(numberText(2.5, { maximumFractionDigits: 0 })).not.toBe('2.500');
  expect(made).toHaveBeenCalledTimes(2);
  made.mockRestore();
});

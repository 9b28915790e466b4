import { describe, expect, test } from 'vitest';

import { DEFAULT_SETTINGS } from '../../../conductor/src/features/ground/settings/settings.ts';
import { browserOf } from '../../../face/screens/settings/browser-of.ts';
import {
  DURATIONS,
  type Field,
  GROUPS,
  inUnit,
  PLAIN,
  readAmount,
  SIZES,
  type Unit,
} from '../../../face/screens/settings/fields.ts';
import { settingsPatch } from '../../../shared/api/settings.ts';
import { nested, valueAt } from '../../../shared/lib/dotted-path.ts';

const fields: readonly Field[] = GROUPS.flatMap((group): readonly Field[] => group.fields);
const accepts = (keys: readonly string[], value: unknown): boolean =>
  settingsPatch.safeParse(nested(keys, value)).success;

describe.each(fields.map((field) => [field.keys.join('.'), field] as const))(
  '%s',
  (_name, field) => {
    const { keys, kind } = field;
    test('is a setting that there is', () => {
      expect(valueAt(DEFAULT_SETTINGS, keys)).not.toBeUndefined();
    });

    test('takes what the conductor takes, and nothing beyond', () => {
      if (kind.is === 'choice') {
        for (const [one] of kind.of) expect(accepts(keys, one)).toBe(true);
        return;
      }
      if (kind.is === 'lines') {
        expect(accepts(keys, [kind.example])).toBe(true);
        expect(accepts(keys, [])).toBe(true);
        expect(accepts(keys, kind.example)).toBe(false);
        return;
      }
      if (kind.is === 'text') {
        expect(accepts(keys, kind.example)).toBe(true);
        expect(accepts(keys, null)).toBe(true);
        expect(accepts(keys, 'javascript:alert(1)')).toBe(false);
        return;
      }
      const { min, max, none } = kind;
      expect(accepts(keys, min)).toBe(true);
      expect(accepts(keys, min - 1)).toBe(false);
      expect(accepts(keys, max)).toBe(true);
      expect(accepts(keys, max + 1)).toBe(false);
      expect(accepts(keys, null)).toBe(none !== undefined);
    });
  },
);

test('every setting has a field, but those that are shown site by site', () => {
  const isGroup = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const paths = (value: object, at: readonly string[] = []): string[] =>
    Object.entries(value).flatMap(([key, one]: [string, unknown]) =>
      isGroup(one) ? paths(one, [...at, key]) : [[...at, key].join('.')],
    );
  const { pacing: _1, max_message_chars: _2, default_modes: _3, ...others } = DEFAULT_SETTINGS;
  expect(paths(others).toSorted()).toEqual(fields.map(({ keys }) => keys.join('.')).toSorted());
});

test.each([
  [90 * 86_400_000, DURATIONS, 90, 'unit_days'],
  [90_000, DURATIONS, 90, 'unit_seconds'],
  [0, DURATIONS, 0, 'unit_milliseconds'],
  [2 * 2 ** 30, SIZES, 2, 'unit_gigabytes'],
  [1_025, SIZES, 1_025, 'unit_bytes'],
] as const)('%d stands in its largest whole unit', (value, units, amount, name) => {
  const shown = inUnit(value, units);
  expect(shown.amount).toBe(amount);
  expect(shown.unit.name).toBe(name);
  expect(readAmount(String(amount), shown.unit, { min: 0, max: Number.MAX_SAFE_INTEGER })).toBe(
    value,
  );
});

test('half of a thing that is counted is no number of it', () => {
  const bounds = { min: 0, max: 100 };
  const [one] = PLAIN;
  expect(readAmount('1.5', one as Unit, bounds)).toBeNull();
  expect(readAmount('1.5', { name: 'unit_days', size: 10 }, bounds)).toBe(15);
});

test.each(['', 'ten', '-1', '1e9', '0x10', '99999999999999999999', '1.2.3', '∞'])(
  '“%s” is no amount of days',
  (text) => {
    const [days] = DURATIONS;
    if (days === undefined) throw new Error('There are units.');
    expect(readAmount(text, days, { min: 1_000, max: Number.MAX_SAFE_INTEGER })).toBeNull();
  },
);

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox 153'],
  ['Mozilla/5.0 AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36', 'Chromium 156'],
  ['Mozilla/5.0 AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36 Edg/156.0', 'Edge 156'],
  ['curl/8', 'curl/8'],
])('%s is told as %s', (said, name) => {
  expect(browserOf(said)).toBe(name);
});

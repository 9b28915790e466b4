import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { BROWSER_GUARDS } from './browser-guards.ts';
import { GUARDS } from './guards.ts';

const ALL = [...GUARDS, ...BROWSER_GUARDS];

/** The rows of the tables of who may do what: the last two cells. */
const rows = readFileSync('SECURITY.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && line.includes('▸') && !line.includes('who ▸ channel'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .map((cells) => ({ guard: cells[4] ?? '', test: cells[5] ?? '' }));

describe('SECURITY.md', () => {
  it('names for each row a guard that can be taken out, and the test that shows it', () => {
    const known = new Map(ALL.map(({ name, test }) => [name, test]));
    for (const { guard, test } of rows) {
      expect([guard, existsSync(test)]).toEqual([guard, true]);
      if (guard === 'absence') expect(test).toMatch(/^tests\/security\//);
      else expect([guard, known.get(guard)]).toEqual([guard, test]);
    }
    expect(rows.filter(({ guard }) => guard === 'absence')).toHaveLength(2);
    expect(rows.length).toBeGreaterThan(60);
  });

  it('leaves no guard out', () => {
    const named = rows.map(({ guard }) => guard);
    expect(ALL.filter(({ name }) => !named.includes(name))).toEqual([]);
  });
});

describe.each(ALL)('the guard $name', ({ file, before, test, shows }) => {
  it('stands where it is said to stand, once', () => {
    expect(readFileSync(file, 'utf8').split(before)).toHaveLength(2);
    // Names that are made of a table stand there in parts.
    const words = readFileSync(test, 'utf8').replaceAll(/\s+/g, ' ');
    const [first = ''] = shows.split('|');
    expect(
      words.includes(first) || first.split(/ |\.\*/).every((word) => words.includes(word)),
    ).toBe(true);
  });
});

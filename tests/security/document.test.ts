import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { ROOT } from '../../launcher/root.ts';
import { BROWSER_GUARDS } from './browser-guards.ts';
import { type GuardMark, guardMarks } from './guard-marks.ts';
import { guardsDocument } from './guards-document.ts';
import { GUARDS } from './guards.ts';
import { AREAS } from './threats.ts';

const ALL = [...GUARDS, ...BROWSER_GUARDS];
const THREATS = AREAS.flatMap(({ threats }) => threats);

/** A comment may stand above the statement that its guard is a part of. */
const MAX_LINES_ABOVE = 3;

const marksOf = Map.groupBy(guardMarks(), ({ name }) => name);

describe('the threats', () => {
  it('name for each guard what it keeps from whom', () => {
    const named = THREATS.flatMap(({ guard }) => guard ?? []);
    expect(named.toSorted()).toEqual(ALL.map(({ name }) => name).toSorted());
  });

  it('name for each absence a test of this folder', () => {
    const absent = THREATS.flatMap(({ guard, test }) => (guard === null ? [test ?? ''] : []));
    expect(absent).toHaveLength(2);
    for (const test of absent) {
      expect(test).toMatch(/^tests\/security\//);
      expect([test, existsSync(join(ROOT, test))]).toEqual([test, true]);
    }
  });

  it('become one document, with the line of each guard', () => {
    const rows = guardsDocument()
      .split('\n')
      .filter((line) => line.includes(' ▸ ') && !line.startsWith('| who ▸ channel'));
    expect(rows).toHaveLength(THREATS.length);
    expect(rows.filter((row) => !/ \| _absence_ | \| \S+:\d+ \| |package-lock/.test(row))).toEqual(
      [],
    );
  });
});

describe('the comments in the sources', () => {
  it('mark no guard that nobody removes', () => {
    const known = new Set(ALL.map(({ name }) => name));
    expect(guardMarks().filter(({ name }) => !known.has(name))).toEqual([]);
  });
});

describe.each(ALL)('the guard $name', ({ name, file, before, test, shows }) => {
  const text = readFileSync(join(ROOT, file), 'utf8');

  it('stands where it is said to stand, once', () => {
    expect(text.split(before)).toHaveLength(2);
    // Names that are made of a table stand there in parts.
    const words = readFileSync(join(ROOT, test), 'utf8').replaceAll(/\s+/g, ' ');
    const [first = ''] = shows.split('|');
    expect(
      words.includes(first) || first.split(/ |\.\*/).every((word) => words.includes(word)),
    ).toBe(true);
  });

  // JSON has no comments.
  it.skipIf(basename(file).endsWith('.json'))('is marked beside its line, once', () => {
    const [mark, ...others] = marksOf.get(name) ?? [];
    expect([mark?.file, others]).toEqual([file, []]);
    expect(isBeside(mark)).toBe(true);
  });

  function isBeside(mark: GuardMark | undefined): boolean {
    const [above = ''] = text.split(before);
    const first = lineAt(above + /^\s*/.exec(before)?.[0]);
    const last = lineAt(above + before.trimEnd());
    return mark !== undefined && mark.line >= first - MAX_LINES_ABOVE && mark.line <= last;
  }
});

function lineAt(textBefore: string): number {
  return textBefore.split('\n').length;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../launcher/root.ts';
import { sourceFiles } from '../kit/source-files.ts';

const PLATFORMS = join(ROOT, 'extension/platforms');
/** Citations that only the project's authors could look up. */
const ELSEWHERE =
  /\bseeds? \d{3}\b|\b[Dd]esign sections?\b|\b(?:design|style)\.md\b|\bsite notes\b/;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)|\s\/\/ /;
/** A standard elsewhere is named by its address. */
const ADDRESS = /https?:\/\/\S+/g;
const DOCUMENT = /(?<![\w./-])([\w./-]*\w\.md)\b/g;

test('a comment cites no document that a clone of the project lacks', () => {
  const lost = comments().flatMap(({ file, number, line }) => {
    const places = [dirname(file), '', 'docs'];
    const isThere = (name: string): boolean =>
      places.some((place) => existsSync(join(ROOT, place, name)));
    const named = [...line.replaceAll(ADDRESS, '').matchAll(DOCUMENT)].map(([, name = '']) => name);
    const isLost = ELSEWHERE.test(line) || !named.every(isThere);
    return isLost ? [`${file}:${number}: ${line.trim()}`] : [];
  });
  expect(lost).toEqual([]);
});

test('every adapter stands beside what is known of its site, dated and short', () => {
  const sites = readdirSync(PLATFORMS, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && existsSync(join(PLATFORMS, entry.name, `${entry.name}.ts`)),
  );
  expect(sites.length).toBeGreaterThan(15);
  for (const { name } of sites) {
    const known = readFileSync(join(PLATFORMS, name, 'site.md'), 'utf8');
    expect.soft(known.split('\n').length, name).toBeLessThanOrEqual(61);
    expect.soft(known, name).toMatch(/\b20\d\d\b/);
    expect
      .soft(readFileSync(join(PLATFORMS, name, `${name}.ts`), 'utf8'), name)
      .toContain('site.md');
  }
});

function comments(): readonly { file: string; number: number; line: string }[] {
  return sourceFiles().flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ file, number: index + 1, line }))
      .filter(({ line }) => COMMENT.test(line)),
  );
}

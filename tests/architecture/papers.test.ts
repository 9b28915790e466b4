import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../launcher/root.ts';

/** Sizes at which a paper is read to its end, and not searched. */
const SIZES: readonly (readonly [file: string, bytes: number, lines: number])[] = [
  ['README.md', 12_000, 120],
  ['SECURITY.md', 8_192, 120],
  ['CHANGELOG.md', 5_120, 60],
];
/** A page that shows it is loaded on a phone, too. */
const MAX_PICTURE_BYTES = 400_000;

test.each(SIZES)('%s has at most %i bytes and %i lines', (file, bytes, lines) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(lines);
});

test('README.md shows a moving picture', () => {
  const [, shown = ''] = /!\[[^\]]+\]\(([^)]+)\)/.exec(read('README.md')) ?? [];
  const picture = readFileSync(join(ROOT, shown));
  expect(picture.toString('latin1').split('ANMF').length).toBeGreaterThan(5);
  expect(picture.byteLength).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
});

test('a document links nothing that is not there, neither file nor heading', () => {
  expect(documents().flatMap(brokenLinks)).toEqual([]);
});

function documents(): readonly string[] {
  const below = (folder: string): readonly string[] =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    );
  return [...readdirSync(ROOT), ...below('docs'), ...below('tests/security/threats')].filter(
    (file) => file.endsWith('.md'),
  );
}

function brokenLinks(file: string): readonly string[] {
  const links = [...withoutCode(read(file)).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)];
  return links.flatMap(([, link = '']) => {
    const [path = '', heading] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    const isThere =
      existsSync(join(ROOT, target)) &&
      (heading === undefined || headings(target).includes(heading));
    return isThere ? [] : [`${file}: ${link}`];
  });
}

/** Anchors as GitHub makes them of headings. */
function headings(file: string): readonly string[] {
  return [...withoutCode(read(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(text: string): string {
  return text.replaceAll(/^ *(`{3,})[^]*?^ *\1$/gm, '');
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

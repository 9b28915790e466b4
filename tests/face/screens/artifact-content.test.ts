import { expect, test } from 'vitest';

import { hexLines, PIECE_BYTES, showingOf } from '../../../face/screens/artifacts/content.ts';
import {
  createTextPages,
  drawnLine,
  linesWith,
} from '../../../face/screens/artifacts/text-pages.ts';

test.each([
  ['text/plain', 'text'],
  ['text/html; charset=utf-8', 'text'],
  ['image/svg+xml', 'text'],
  ['application/json', 'text'],
  ['APPLICATION/LD+JSON', 'text'],
  ['image/png', 'picture'],
  ['image/x-unheard-of', 'bytes'],
  ['application/pdf', 'bytes'],
  ['application/octet-stream', 'bytes'],
  ['', 'bytes'],
])('%s is shown as %s', (type, expected) => {
  expect(showingOf(type)).toBe(expected);
});

/** Reads all of it as the viewer does: piece after piece. */
function readWhole(bytes: Uint8Array): readonly string[] {
  const pages = createTextPages(bytes.length);
  let lines: readonly string[] = [];
  for (let piece = pages.next(); piece !== null; piece = pages.next()) {
    expect(piece.end - piece.start + 1).toBeLessThanOrEqual(PIECE_BYTES);
    lines = pages.take(bytes.subarray(piece.start, piece.end + 1)).lines;
  }
  return lines;
}

test('a text is read in pieces, and no letter or line is split by their edges', () => {
  const lines = Array.from({ length: 40_000 }, (_one, at) => `${at} ü茶👍`);
  expect(readWhole(new TextEncoder().encode(lines.join('\n')))).toEqual(lines);
});

test.each([
  ['a\nb\n', ['a', 'b']],
  ['a\r\nb\rc', ['a', 'b', 'c']],
  ['\n\na', ['', '', 'a']],
  ['', []],
])('%j has the lines %j', (text, lines) => {
  expect(readWhole(new TextEncoder().encode(text))).toEqual(lines);
});

test('a line that is too long is cut where it is drawn, and searched to its end', () => {
  const lines = readWhole(new TextEncoder().encode(`${'x'.repeat(20_000)}the end`));
  const drawn = drawnLine(lines[0] ?? '');
  expect(drawn).toHaveLength(10_001);
  expect(drawn.endsWith('…')).toBe(true);
  expect(linesWith(lines, 'The end')).toEqual([0]);
});

test('lines with words in them are found, whatever their case', () => {
  const lines = ['Tea', 'milk', 'green TEA (.*)'];
  expect(linesWith(lines, 'tea')).toEqual([0, 2]);
  expect(linesWith(lines, '(.*)')).toEqual([2]);
  expect(linesWith(lines, '')).toEqual([]);
});

test('bytes are said sixteen a line, as numbers and as letters', () => {
  const bytes = new Uint8Array([
    0x42,
    0x61,
    0x74,
    0x6f,
    0x6e,
    0x00,
    0xff,
    ...Array<number>(10).fill(0x20),
  ]);
  expect(hexLines(bytes)).toEqual([
    '00000000  42 61 74 6f 6e 00 ff 20 20 20 20 20 20 20 20 20  Baton··         ',
    `00000010  20${' '.repeat(45)}   `,
  ]);
});

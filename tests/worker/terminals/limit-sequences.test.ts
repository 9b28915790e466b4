import * as headless from '@xterm/headless';
import { expect, test } from 'vitest';

import { limitSequences } from '../../../worker/terminals/limit-sequences.ts';

const { Terminal: Xterm } = headless;
const MOST = 120;

const passed = (...texts: readonly string[]): string => {
  const pieces = limitSequences(() => MOST);
  return texts.map((text) => [...pieces(text)].join('')).join('');
};

/** All of it, each sign apart too. */
function both(text: string): string {
  const whole = passed(text);
  expect(passed(...Array.from(text))).toBe(whole);
  return whole;
}

test('numbers in a sequence are at most as large as the screen, whichever sequence it is', () => {
  for (let final = 0x40; final <= 0x7e; final += 1) {
    const sign = String.fromCodePoint(final);
    expect(both(`\u001b[999999999${sign}99999`)).toBe(`\u001b[120${sign}99999`);
    expect(both(`\u009b007;2147483648:121 ${sign}`)).toBe(`\u009b7;120:120 ${sign}`);
  }
  // A control sign within one is done at once, and the sequence goes on.
  expect(both('\u001b\u0000[9\n9\u007f9b')).toBe('\u001b\u0000[\n\u007f120b');
  expect(both('\u001b[?2004h\u001b[;5H\u001b[m')).toBe('\u001b[?2004h\u001b[;5H\u001b[m');
  expect(both('\u001b[999\u0018999\u001b[888\u001b[777C')).toBe(
    '\u001b[120\u0018999\u001b[120\u001b[120C',
  );
});

test('strings in a sequence are short, and what stands behind them is all there', () => {
  const long = 'x'.repeat(10_000);
  const short = 'x'.repeat(4_096);
  expect(both(`\u001b]${long}\u0007${long}`)).toBe(`\u001b]${short}\u0007${long}`);
  for (const kind of ['P', '^', '_', 'X'])
    expect(both(`\u001b${kind}${long}\u0007${long}\u001b\\a`)).toBe(
      `\u001b${kind}${short}\u001b\\a`,
    );
});

test('a piece holds one sequence at most', () => {
  const pieces = limitSequences(() => MOST);
  const text = `${'a'.repeat(1_000)}\u001b#8\u001b#8\u009b5Sx\u001bc`;
  const found = [...pieces(text)];
  expect(found.join('')).toBe(text);
  for (const piece of found) {
    expect(piece.length).toBeLessThan(300);
    expect(
      Array.from(piece).filter((sign) => sign === '\u001b' || sign === '\u009b').length,
    ).toBeLessThan(2);
  }
});

test('few signs join another, of all that there are', async () => {
  const xterm = new Xterm({ cols: 20, rows: 5, allowProposedApi: true });
  const pieces = limitSequences(() => MOST);
  const most: string[] = [];
  let joining = 0;
  const look = (point: number): void => {
    const cell = xterm.buffer.active.getLine(0)?.getCell(0)?.getChars() ?? '';
    if (cell.length > 1) joining += 1;
    if (Array.from(cell).length > 18) most.push(point.toString(16));
  };
  for (const [from, to] of [
    [0xa0, 0xd800],
    [0xe000, 0x2_0000],
    [0xe_0000, 0xe_1000],
  ] as const) {
    for (let point = from; point < to; point += 1) {
      const [piece = ''] = pieces(`\u001b[Ha${String.fromCodePoint(point).repeat(20)}`);
      xterm.write(piece, () => look(point));
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    xterm.write('', resolve);
    await promise;
  }
  expect(joining).toBeGreaterThan(500);
  expect(most).toEqual([]);
});

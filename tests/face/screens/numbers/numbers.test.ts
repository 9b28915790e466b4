// @vitest-environment happy-dom
import { h } from 'preact';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { Numbers } from '../../../../face/screens/numbers/numbers.tsx';
import { speak } from '../../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../../drawn-screen.ts';
import { pressKey } from '../../press-key.ts';

const series = (name: string, unit: string, value: number | null, points: (number | null)[]) => ({
  name,
  kind: name.includes('p95') || name.includes('p50') ? 'time' : 'count',
  unit,
  value,
  points,
  by: name === 'failed' ? { page_gone: 1, delivery_uncertain: 2 } : {},
});

const ANSWERED = {
  at: 38_000,
  since: 10_000,
  from: 0,
  step_ms: 10_000,
  items: [
    series('deliveries', 'count', 3, [null, 1, 0, 2]),
    series('to_acked_p50', 'ms', 1_900, [null, 1_900, null, null]),
    series('to_acked_p95', 'ms', 4_000, [null, 4_000, null, null]),
    series('failed', 'count', 3, [null, 3, 0, 0]),
    series('memory', 'bytes', 127 * 2 ** 20, [null, 1, 1, 1]),
  ],
};

let screen: DrawnScreen;
beforeAll(() => speak('en'));
afterEach(() => {
  screen.end();
  history.replaceState(null, '', '/');
});

function draw(): void {
  screen = drawScreen(
    () => h(Numbers, {}),
    () => ANSWERED,
  );
}

const asked = (): unknown[] =>
  screen.asked.filter(({ id }) => id === 'listSeries').map(({ request }) => request);

test('each number stands with its unit, what it is made of, and how it went', async () => {
  draw();
  await vi.waitFor(() => expect(screen.place.querySelectorAll('.numbers > li')).toHaveLength(4));
  const cards = [...screen.place.querySelectorAll('.numbers > li')].map((card) => card.textContent);
  expect(cards[0]).toBe('Delivered3Highest: 2');
  expect(cards[1]).toBe('Until it is in the chat1.9 sec95 % within 4 secHighest: 4 sec');
  expect(cards[2]).toBe('Failed3Highest: 32 delivery_uncertain1 page_gone');
  expect(cards[3]).toContain('127 MB');
  expect(screen.text('.chips')).toContain('Counted since');
});

test('the table says the same, and leaves out what nothing is known of', async () => {
  draw();
  await vi.waitFor(() => expect(screen.place.querySelector('.numbers')).not.toBeNull());
  pressKey('v');
  await vi.waitFor(() => expect(screen.place.querySelector('table')).not.toBeNull());
  const rows = [...screen.place.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ['2', '–', '–', '0', '1 byte'],
    ['0', '–', '–', '0', '1 byte'],
    ['1', '1.9 sec', '4 sec', '3', '1 byte'],
  ]);
});

test('it is asked for anew when the stream has more, and as far back as is chosen', async () => {
  draw();
  await vi.waitFor(() => expect(asked()).toEqual([{ query: { span: '1h' } }]));
  await vi.waitFor(() => expect(screen.numbersWanted()).toBe(1));
  screen.tell({ kind: 'numbers', numbers: { at: 0, values: {} } });
  expect(asked()).toHaveLength(2);
  screen.place.querySelector<HTMLElement>('.modes button')?.click();
  await vi.waitFor(() => expect(asked().at(-1)).toEqual({ query: { span: '15m' } }));
  screen.tell({ kind: 'numbers', numbers: { at: 0, values: {} } });
  expect(asked().at(-1)).toEqual({ query: { span: '15m' } });
});

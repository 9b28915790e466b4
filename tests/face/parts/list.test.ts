// @vitest-environment happy-dom
import { type ComponentChild, h } from 'preact';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { List } from '../../../face/parts/list.tsx';
import { speak } from '../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../drawn-screen.ts';

const ROW_PX = 20;
/** Assumed height of a page that has none, in rows. */
const SEEN = 600 / ROW_PX;
const NUMBERS = Array.from({ length: 10_000 }, (_none, at) => `row ${at}`);

let screen: DrawnScreen;
let drawn: string[];
let opened: string[];
let reuses: boolean;

beforeAll(() => speak('en'));
beforeEach(async () => {
  drawn = [];
  opened = [];
  await begin(false);
});
afterEach(() => screen.end());

async function begin(reusing: boolean): Promise<void> {
  reuses = reusing;
  screen = drawScreen(
    () => h(Numbers, {}),
    () => undefined,
  );
  await vi.waitFor(() => expect(shown()).toHaveLength(SEEN + 10));
}

const draw = (one: string): ComponentChild => {
  drawn.push(one);
  return one;
};

function Numbers(): ComponentChild {
  return h(List<string>, {
    label: 'Numbers',
    items: NUMBERS,
    idOf: (one) => one,
    draw,
    rowHeight: ROW_PX,
    reuses,
    onOpen: (one) => opened.push(one),
  });
}

const rows = (): HTMLElement[] => [...screen.place.querySelectorAll<HTMLElement>('.row')];
const shown = (): readonly string[] => rows().map(({ textContent }) => textContent);

function scrollTo(row: number): void {
  const list = screen.place.querySelector('.list') as HTMLElement;
  list.scrollTop = row * ROW_PX;
  list.dispatchEvent(new Event('scroll'));
}

test('a row that stays while somebody scrolls is not drawn again', async () => {
  drawn = [];
  scrollTo(5);
  await vi.waitFor(() => expect(shown().at(-1)).toBe(`row ${SEEN + 14}`));
  expect(drawn).toEqual([40, 41, 42, 43, 44].map((at) => `row ${at}`));
});

test('a jump draws what is seen at once, and what is around it when the list rests', async () => {
  scrollTo(5_000);
  await vi.waitFor(() => expect(shown()[0]).toBe('row 5000'));
  expect(shown()).toHaveLength(SEEN);
  await vi.waitFor(() => expect(shown()).toHaveLength(SEEN + 20));
  expect(shown()[0]).toBe('row 4990');
});

test('a press on a row opens that row, wherever the list stands', async () => {
  scrollTo(7_000);
  await vi.waitFor(() => expect(shown()[0]).toBe('row 7000'));
  rows()[3]?.click();
  expect(opened).toEqual(['row 7003']);
});

test('where rows only show, those that come after a jump are drawn into the elements of those that went', async () => {
  screen.end();
  await begin(true);
  const before = rows();
  scrollTo(5_000);
  await vi.waitFor(() => expect(shown()[0]).toBe('row 5000'));
  expect(rows().every((one, at) => one === before[at])).toBe(true);
});

test('the elements of the row that has the focus are never those of another', async () => {
  screen.end();
  await begin(true);
  const [, focused] = rows();
  focused?.focus();
  scrollTo(5_000);
  await vi.waitFor(() => expect(shown()[0]).toBe('row 5000'));
  expect(rows()).not.toContain(focused);
  expect(focused?.textContent).toBe('row 1');
});

test('where something can be pressed in a row, its elements are never those of another', async () => {
  const before = new Set(rows());
  scrollTo(5_000);
  await vi.waitFor(() => expect(shown()[0]).toBe('row 5000'));
  expect(rows().filter((one) => before.has(one))).toEqual([]);
});

// @vitest-environment happy-dom
import { type ComponentChild, h } from 'preact';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { List } from '../../../face/parts/list.tsx';
import { useKeys } from '../../../face/parts/keys.ts';
import { focusedActions } from '../../../face/parts/row-actions.tsx';
import { speak } from '../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../drawn-screen.ts';
import { pressKey } from '../press-key.ts';

let screen: DrawnScreen;
const done: string[] = [];

beforeAll(() => speak('en'));
beforeEach(async () => {
  done.length = 0;
  screen = drawScreen(
    () => h(Teas, {}),
    () => undefined,
  );
  await vi.waitFor(() => expect(screen.place.querySelectorAll('.row')).toHaveLength(2));
});
afterEach(() => screen.end());

/** A screen that has the letter of its rows for something of its own, as for what is open beside the list. */
function Teas(): ComponentChild {
  useKeys('keys_list', [
    { keys: 'x', says: 'keys_mark', run: () => done.push('mark what is open') },
  ]);
  return h(List<string>, {
    label: 'Teas',
    items: ['Assam', 'Ceylon'],
    idOf: (tea) => tea,
    draw: (tea) => tea,
    rowHeight: 28,
    chosen: undefined,
    onOpen: (tea) => done.push(`open ${tea}`),
    actionsOf: (tea) => [{ keys: 'x', says: 'keys_mark', run: () => done.push(`mark ${tea}`) }],
  });
}

const row = (index: number): HTMLElement =>
  screen.place.querySelectorAll<HTMLElement>('.row')[index] as HTMLElement;

async function focusRow(index: number): Promise<void> {
  row(index).focus();
  row(index).dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  await vi.waitFor(() => expect(focusedActions.value).not.toEqual([]));
}

const buttons = (): readonly string[] =>
  [...screen.place.querySelectorAll('dialog[open] button')].map((one) => one.textContent);

test('a letter does what it says with the focused row, and what the screen does with it while none has the focus', async () => {
  pressKey('x');
  expect(done).toEqual(['mark what is open']);
  await focusRow(1);
  pressKey('x', row(1));
  expect(done).toEqual(['mark what is open', 'mark Ceylon']);
  row(1).blur();
  pressKey('x');
  expect(done).toEqual(['mark what is open', 'mark Ceylon', 'mark what is open']);
});

test('its menu lists all of them: by `.` and by a long press', async () => {
  await focusRow(0);
  pressKey('.', row(0));
  await vi.waitFor(() => expect(buttons()).toEqual(['Open Enter', 'Mark, or unmark x']));
  pressKey('x', screen.place.querySelector('.row-actions') as Element);
  await vi.waitFor(() => expect(buttons()).toEqual([]));
  expect(done).toEqual(['mark Assam']);

  const press = (pointerType: string): boolean =>
    row(1).dispatchEvent(
      Object.assign(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }), {
        pointerType,
      }),
    );
  expect(press('mouse')).toBe(true);
  expect(buttons()).toEqual([]);
  expect(press('touch')).toBe(false);
  await vi.waitFor(() => expect(buttons()).toHaveLength(2));
  screen.place.querySelector<HTMLElement>('dialog button')?.click();
  expect(done).toEqual(['mark Assam', 'open Ceylon']);
});

test('brackets size the detail beside the list', () => {
  pressKey(']');
  pressKey(']');
  pressKey(']');
  expect(document.documentElement.dataset['pane']).toBe('5');
  pressKey('[');
  expect(document.documentElement.dataset['pane']).toBe('4');
});

test('nothing is offered of a row that is gone with its list', async () => {
  await focusRow(0);
  screen.end();
  await vi.waitFor(() => expect(focusedActions.value).toEqual([]));
});

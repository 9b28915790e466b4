// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { takeSteadyClicks } from '../../../extension/popup/steady-clicks.ts';

let list: HTMLElement;
let end: () => void;
let taken: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  list = document.createElement('ol');
  document.body.replaceChildren(document.createElement('p'), list);
  taken = [];
  end = takeSteadyClicks(list);
});
afterEach(() => {
  end();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function show(...approvals: string[]): Promise<void> {
  const buttons = approvals.map((approval) => {
    const button = document.createElement('button');
    Object.assign(button.dataset, { approval, decision: 'approve' });
    button.addEventListener('click', () => taken.push(approval));
    return button;
  });
  list.replaceChildren(...buttons);
  await told();
}

/** Waits until changes in the page have been reported. */
const told = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const click = (): void => list.querySelector('button')?.click();

test('the second of two clicks does not answer what moved up after the first', async () => {
  await show('ap-1', 'ap-2');
  vi.advanceTimersByTime(600);
  click();
  await show('ap-2');
  vi.advanceTimersByTime(599);
  click();
  expect(taken).toEqual(['ap-1']);
  vi.advanceTimersByTime(1);
  click();
  expect(taken).toEqual(['ap-1', 'ap-2']);
});

test('a list takes none before it has stood for as long', async () => {
  end();
  await show('ap-1');
  end = takeSteadyClicks(list);
  vi.advanceTimersByTime(599);
  click();
  expect(taken).toEqual([]);
  vi.advanceTimersByTime(1);
  click();
  expect(taken).toEqual(['ap-1']);
});

test('neither does one while something above pushes the answers down', async () => {
  await show('ap-1');
  vi.advanceTimersByTime(600);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 20));
  document.querySelector('p')?.toggleAttribute('hidden');
  await told();
  click();
  expect(taken).toEqual([]);
});

test('a change that moves nothing holds nothing up', async () => {
  await show('ap-1');
  vi.advanceTimersByTime(600);
  document.querySelector('p')?.append('more');
  await told();
  click();
  expect(taken).toEqual(['ap-1']);
});

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ownElements } from '../../../extension/content/compose/own-elements.ts';
import { PageMark } from '../../../extension/content-resource/page-mark.ts';

const WORDS = { says: 'Works in this tab: Orders', stop: 'Stop', isStopped: false };

let root: ShadowRoot;
let stops = 0;
let mark: PageMark;

beforeEach(() => {
  vi.useFakeTimers();
  stops = 0;
  const attach = vi.spyOn(Element.prototype, 'attachShadow');
  mark = new PageMark(() => (stops += 1));
  const [made] = attach.mock.results;
  root = made?.value as ShadowRoot;
  expect(attach).toHaveBeenCalledWith({ mode: 'closed' });
});
afterEach(() => {
  mark.show(null);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('says for a moment who works there, and stays beside the page until nobody does', () => {
  mark.show(WORDS);
  const host = document.documentElement.lastElementChild;
  expect(host).not.toBe(document.body);
  expect(host !== null && ownElements.has(host)).toBe(true);
  const says = root.querySelector('span');
  expect(says?.textContent).toBe(WORDS.says);
  vi.advanceTimersByTime(3_000);
  expect(says?.style.display).toBe('none');
  mark.show(null);
  expect(host?.isConnected).toBe(false);
});

test('is not hidden by styles of the page that insist', () => {
  mark.show(WORDS);
  const { style } = document.documentElement.lastElementChild as HTMLElement;
  const names = ['display', 'visibility', 'opacity', 'position', 'z-index', 'pointer-events'];
  expect(names.map((name) => style.getPropertyPriority(name))).toEqual(
    names.map(() => 'important'),
  );
});

test('is not pressed by a script', () => {
  mark.show(WORDS);
  root.querySelector('button')?.click();
  root.querySelector('button')?.dispatchEvent(new Event('click'));
  expect(stops).toBe(0);
});

test('has nothing to press once it is stopped', () => {
  mark.show({ ...WORDS, isStopped: true });
  expect(root.querySelector('button')?.style.display).toBe('none');
  vi.advanceTimersByTime(3_000);
  expect(root.querySelector('span')?.style.display).toBe('block');
});

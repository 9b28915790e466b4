// @vitest-environment happy-dom
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { useKeys } from '../../../face/parts/keys.ts';
import { pressKey } from '../press-key.ts';

let done: string[];
let place: HTMLElement;

/** A list inside of the frame: what is drawn deeper binds its keys first. */
function List(): null {
  useKeys('keys_list', [
    { keys: 'j', says: 'keys_next', run: () => done.push('next row'), repeats: true },
    { keys: 'y', says: 'allow', run: () => done.push('allowed') },
    { keys: 'Escape', says: 'keys_back', run: () => done.push('back') },
  ]);
  return null;
}

function Frame(): ReturnType<typeof h> {
  useKeys('keys_everywhere', [
    { keys: 'g j', says: 'keys_back', run: () => done.push('to the deliveries') },
  ]);
  return h(List, {});
}

beforeEach(async () => {
  done = [];
  place = document.createElement('div');
  document.body.append(place);
  await act(() => render(h(Frame, {}), place));
});
afterEach(() => {
  render(null, place);
  document.body.replaceChildren();
});

test('the second key of two is that and nothing else', () => {
  pressKey('g');
  pressKey('j');
  pressKey('j');
  expect(done).toEqual(['to the deliveries', 'next row']);
});

test('a key that is held answers once, and goes on through a list', () => {
  for (const key of ['y', 'j']) {
    pressKey(key);
    pressKey(key, document.body, { repeat: true });
  }
  expect(done).toEqual(['allowed', 'next row', 'next row']);
});

test('while somebody types, a key is a letter, and begins nothing', () => {
  const field = document.createElement('input');
  document.body.append(field);
  pressKey('j', field);
  pressKey('g', field);
  pressKey('j');
  expect(done).toEqual(['next row']);
});

test('below an open dialog keys do nothing', () => {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('open', '');
  document.body.append(dialog);
  pressKey('j');
  pressKey('Escape');
  expect(done).toEqual([]);
  dialog.removeAttribute('open');
  pressKey('Escape');
  expect(done).toEqual(['back']);
});

// @vitest-environment happy-dom
import { type FunctionComponent, h, render, type VNode } from 'preact';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { afterEach, expect, test, vi } from 'vitest';

import { Guarded } from '../../../face/parts/guarded.tsx';
import { loadLater } from '../../../face/parts/load-later.ts';

const Routed = Router as unknown as FunctionComponent;

const place = document.createElement('div');

afterEach(() => {
  render(null, place);
  history.replaceState(null, '', '/');
});

/** Makes a part whose file fails to load that many times. */
function part(failures: number) {
  const load = vi.fn(() => {
    const { length } = load.mock.calls;
    return length > failures
      ? Promise.resolve(() => h('p', {}, 'the part'))
      : Promise.reject(new Error(`cut off ${length}`));
  });
  return { load, Part: loadLater(load) };
}

/** As the frame draws screens: a first one, and one below `/part`. */
function draw(screen: FunctionComponent): void {
  const instead = (error: Error, again: () => void): VNode =>
    h('button', { onClick: again }, error.message) as VNode;
  const First = () => h('p', {}, 'the first one');
  const Framed = () => {
    const routes = h(
      Routed,
      {},
      h(Route, { path: '/part', component: screen as () => VNode }),
      h(Route, { default: true, component: First }),
    );
    return h(Guarded, { path: useLocation().path, instead, children: routes });
  };
  render(h(LocationProvider, { children: h(Framed, {}) }), place);
}

function go(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

const shows = (text: string) => vi.waitFor(() => expect(place.textContent).toBe(text));

test('a screen that did not load says so, and is loaded anew when that is asked for', async () => {
  const { Part } = part(2);
  draw(Part);
  go('/part');
  for (const failure of ['cut off 1', 'cut off 2']) {
    await shows(failure);
    place.querySelector('button')?.click();
  }
  await shows('the part');
});

test('a screen that did not load is loaded anew by who comes to it again', async () => {
  const { Part } = part(1);
  draw(Part);
  go('/part');
  await shows('cut off 1');
  go('/');
  await shows('the first one');
  go('/part');
  await shows('the part');
});

test('what did not load while nobody waited for it is no failure of the screen', async () => {
  const { Part, load } = part(1);
  await expect(Part.preload()).rejects.toThrow('cut off 1');
  draw(Part);
  go('/part');
  await shows('the part');
  await Part.preload();
  expect(load).toHaveBeenCalledTimes(2);
});

test('what fails is left out where nothing is said in its place, and the rest stays', async () => {
  const onFault = vi.fn();
  const Failing = (): never => {
    throw new Error('a slip');
  };
  render(
    h('div', {}, 'around ', h(Guarded, { path: '/', onFault, children: h(Failing, {}) })),
    place,
  );
  await shows('around ');
  expect(onFault).toHaveBeenCalledTimes(1);
});

// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { h, type VNode } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';

import { useSteady } from '../../../face/parts/steady.ts';
import { type Deed, useDeed } from '../../../face/store/world.ts';
import { drawScreen, type DrawnScreen } from '../drawn-screen.ts';

const items = signal<readonly string[]>([]);
let onBusy: (busy: boolean) => void;
let deed: Deed;
let screen: DrawnScreen;
afterEach(() => screen.end());

function Listed(): VNode {
  const steady = useSteady(items.value, (one) => one);
  deed = useDeed();
  onBusy = steady.onBusy;
  return h('p', {}, `${steady.shown.join(' ')} +${steady.waiting}`);
}

function begin(refused = false): void {
  items.value = ['a', 'b', 'c'];
  screen = drawScreen(
    () => h(Listed, {}),
    () => (refused ? { code: 'not_found', text: '' } : { deleted: true }),
  );
  onBusy(true);
}

const shows = (text: string): Promise<void> =>
  vi.waitFor(() => expect(screen.text('p')).toBe(text));

test('under a focus a row that goes elsewhere stays, and a new one waits', async () => {
  begin();
  items.value = ['n', 'a', 'c'];
  await shows('a b c +1');
});

test('what a person deletes here goes at once, and an older answer does not bring it back', async () => {
  begin();
  await deed.run('deleteArtifact', { params: { id: 'b' } });
  await shows('a c +0');
  items.value = ['n', 'a', 'b', 'c'];
  await shows('a c +1');
});

test('what could not be deleted stays', async () => {
  begin(true);
  await deed.run('deleteArtifact', { params: { id: 'b' } });
  items.value = ['a', 'b', 'c', 'd'];
  await shows('a b c d +0');
});

// @vitest-environment happy-dom
import { h } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';

import { Dialog } from '../../../face/parts/dialog.tsx';
import { drawScreen, type DrawnScreen } from '../drawn-screen.ts';

let screen: DrawnScreen;
afterEach(() => screen.end());

function draw(onClose: () => void): HTMLDialogElement {
  screen = drawScreen(
    () => h(Dialog, { title: 'Tea', onClose, children: 'Earl Grey' }),
    () => undefined,
  );
  return screen.place.querySelector('dialog') as HTMLDialogElement;
}

test('the browser closes it, and that is told', async () => {
  const onClose = vi.fn();
  const dialog = draw(onClose);
  await vi.waitFor(() => expect(dialog.open).toBe(true));
  dialog.dispatchEvent(new Event('close'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('what the browser tells of one that is gone closes no other', async () => {
  const onClose = vi.fn();
  const dialog = draw(onClose);
  await vi.waitFor(() => expect(dialog.open).toBe(true));
  const closing = vi.spyOn(dialog, 'close');
  screen.end();
  await vi.waitFor(() => expect(closing).toHaveBeenCalled());
  dialog.dispatchEvent(new Event('close'));
  expect(onClose).not.toHaveBeenCalled();
});

import { expect, vi } from 'vitest';

import type { DrawnScreen } from './drawn-screen.ts';

/** Types into the field whose label begins so. */
export function fill({ place }: DrawnScreen, label: string, value: string): void {
  const field = [...place.querySelectorAll('label')]
    .find((one) => one.textContent.startsWith(label))
    ?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  expect(field, label).toBeTruthy();
  if (!field) return;
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Chooses in the field whose label begins so. */
export function choose({ place }: DrawnScreen, label: string, value: string): void {
  const field = [...place.querySelectorAll('label')]
    .find((one) => one.textContent.startsWith(label))
    ?.querySelector('select');
  expect(field, label).toBeTruthy();
  if (!field) return;
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Presses the button whose label begins so, once it can be pressed. */
export async function press({ place }: DrawnScreen, label: string): Promise<void> {
  const button = () =>
    [...place.querySelectorAll('button')].find((one) => one.textContent.startsWith(label));
  await vi.waitFor(() => expect(button()?.disabled, label).toBe(false));
  button()?.click();
}

// @vitest-environment happy-dom
import { h } from 'preact';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { PauseAll } from '../../../face/frame/pause-all.tsx';
import { speak } from '../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../drawn-screen.ts';

let screen: DrawnScreen;
beforeAll(() => speak('en'));
afterEach(() => screen.end());

function draw(auto: number, paused: number): void {
  const conversations = { auto, manual: 1, paused, draining: 0 };
  screen = drawScreen(
    () => h(PauseAll, {}),
    (id) => {
      if (id === 'getStatus') return { conversations, all_paused: paused };
      return id === 'pauseAll' ? { paused: auto } : { resumed: paused };
    },
  );
}

const press = (): void => screen.place.querySelector('button')?.click();
const asked = (): readonly string[] => screen.asked.map(({ id }) => id);

test('what goes on by itself is paused by one press', async () => {
  draw(2, 0);
  await vi.waitFor(() => expect(screen.text('button')).toContain('Pause all'));
  press();
  await vi.waitFor(() => expect(asked()).toEqual(['getStatus', 'pauseAll']));
});

test('what was paused so is said, and goes on by one press', async () => {
  draw(1, 3);
  await vi.waitFor(() => expect(screen.text('strong')).toBe('3 chats paused'));
  press();
  await vi.waitFor(() => expect(asked()).toEqual(['getStatus', 'resumeAll']));
});

test('where nothing goes on by itself, there is nothing to pause', async () => {
  draw(0, 0);
  await vi.waitFor(() => expect(asked()).toEqual(['getStatus']));
  expect(screen.place.querySelector('button')).toBeNull();
});

// @vitest-environment happy-dom
import { type ComponentChild, h } from 'preact';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { CaughtUp } from '../../../face/frame/caught-up.ts';
import { Toasts } from '../../../face/frame/toasts.tsx';
import { speak } from '../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../drawn-screen.ts';

let screen: DrawnScreen;
beforeAll(() => speak('en'));
afterEach(() => screen.end());

test('where too much happened to be told one by one, how much is said', async () => {
  screen = drawScreen(
    (): ComponentChild => [h(CaughtUp, {}), h(Toasts, {})],
    () => undefined,
  );
  // As a stream begins: nothing was missed.
  screen.tell({ kind: 'missed', events: 0 } as never);
  screen.tell({ kind: 'missed', events: 6_000 } as never);
  await vi.waitFor(() => expect(screen.place.textContent).toContain('6,000 events'));
  expect(screen.place.querySelectorAll('.toasts p')).toHaveLength(1);
});

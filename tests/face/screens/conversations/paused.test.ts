// @vitest-environment happy-dom
import { h } from 'preact';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { Paused } from '../../../../face/screens/conversations/paused.tsx';
import { speak } from '../../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../../drawn-screen.ts';

let screen: DrawnScreen;
beforeAll(() => speak('en'));
afterEach(() => screen.end());

test.each([
  ['loop_detected: the assistant asks for the same again', 'repeats itself'],
  ['all_paused', 'paused with all others'],
  ['drained', 'finished what was queued'],
  ['imported', 'came with an import'],
  ['Lunch: back at two', 'Lunch: back at two'],
])('a pause by %s says why', async (reason, says) => {
  screen = drawScreen(
    () => h(Paused, { reason }),
    () => undefined,
  );
  await vi.waitFor(() => expect(screen.text('.problem')).toContain(says));
});

// @vitest-environment happy-dom
import { type ComponentChild, h } from 'preact';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { KeptNote } from '../../../face/frame/kept-note.ts';
import { Toasts } from '../../../face/frame/toasts.tsx';
import { areDraftsKept, draftOf } from '../../../face/store/drafts.ts';
import { speak } from '../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../drawn-screen.ts';

let screen: DrawnScreen;
beforeAll(() => speak('en'));
afterEach(() => {
  vi.unstubAllGlobals();
  areDraftsKept.value = true;
  screen.end();
});

test('a window that keeps nothing says so once; what is written in it lives on meanwhile', async () => {
  screen = drawScreen(
    (): ComponentChild => [h(KeptNote, {}), h(Toasts, {})],
    () => undefined,
  );
  const draft = draftOf('a chat of a private window');
  expect(screen.place.textContent).toBe('');
  // Happy DOM keeps the methods of a storage from its first use on: one in their place would not be asked.
  vi.stubGlobal('sessionStorage', {
    setItem() {
      throw new DOMException('No.', 'SecurityError');
    },
  });
  draft.value = 'Earl';
  draft.value = 'Earl Grey';
  await vi.waitFor(() => expect(screen.place.textContent).toContain('keeps nothing'));
  expect(screen.place.querySelectorAll('.toasts p')).toHaveLength(1);
  expect(draft.value).toBe('Earl Grey');
});

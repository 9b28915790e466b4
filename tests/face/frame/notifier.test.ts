// @vitest-environment happy-dom
import { h } from 'preact';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { Notifier } from '../../../face/frame/notifier.tsx';
import { speak } from '../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../drawn-screen.ts';

let screen: DrawnScreen;
const told: { readonly title: string; readonly options: NotificationOptions }[] = [];

beforeAll(() => speak('en'));
beforeEach(() => {
  told.length = 0;
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static readonly permission = 'granted';
      constructor(title: string, options: NotificationOptions) {
        super();
        told.push({ title, options });
      }
    },
  );
});
afterEach(() => {
  screen.end();
  vi.unstubAllGlobals();
});

function draw(isLookedAt: boolean): void {
  vi.spyOn(document, 'hasFocus').mockReturnValue(isLookedAt);
  screen = drawScreen(
    () => h(Notifier, {}),
    () => ({ title: 'Tea' }),
  );
}

function happens(type: string): void {
  const event = {
    event_id: 1,
    type,
    subject_id: 'a1',
    local_conversation_id: 'c',
    actor: 'conductor',
    at: 0,
    detail: { action: 'test::look', params: { secret: 'of mine' } },
  };
  screen.tell({ kind: 'trail', event });
}

test('what waits is told by its name and its chat, and not by what it would do', async () => {
  draw(false);
  await vi.waitFor(() => {
    happens('approval.opened');
    expect(told.length).toBeGreaterThan(0);
  });
  expect(told[0]).toMatchObject({
    title: 'An action waits for you',
    options: { body: 'test::look\nTea', tag: 'a1' },
  });
  expect(JSON.stringify(told)).not.toContain('secret');
});

test('what is looked at, or asks nothing, is not told', async () => {
  draw(false);
  await vi.waitFor(() => expect(screen.listening()).toBe(true));
  happens('approval.approved');
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  happens('approval.opened');
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  // The one after them is the first that is told.
  let times = 0;
  await vi.waitFor(() => {
    times += 1;
    happens('approval.opened');
    expect(told.length).toBeGreaterThan(0);
  });
  expect(screen.asked).toHaveLength(times);
});

// @vitest-environment happy-dom
import { h } from 'preact';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { RunBoard } from '../../../../face/screens/runs/run-board.tsx';
import { speak } from '../../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../../drawn-screen.ts';
import { RUN } from './a-run.ts';

let screen: DrawnScreen;

beforeAll(() => speak('en'));

afterEach(() => screen.end());

const titles = (): readonly string[] =>
  [...screen.place.querySelectorAll('section > h2, section > header > h2')].map(
    (one) => one.textContent,
  );

const field = () =>
  screen.place.querySelector<HTMLTextAreaElement>('[aria-label="Reproduce and verify"]');

test('who writes the report goes on when the run ends; it comes first once they are done', async () => {
  let now: object = { ...RUN, status: 'reporting' };
  screen = drawScreen(
    () => h(RunBoard, { id: 'run-1' }),
    (id) => (id === 'getRun' ? now : undefined),
  );
  await vi.waitFor(() => expect(titles().at(-1)).toBe('Report'));
  screen.place
    .querySelector<HTMLButtonElement>('[aria-label="Edit: Reproduce and verify"]')
    ?.click();
  await vi.waitFor(() => expect(field()).not.toBeNull());
  const written = field();
  written?.focus();

  now = { ...RUN, status: 'finished', waits: [] };
  screen.tell({ kind: 'missed', events: 0 });
  await vi.waitFor(() => expect(screen.text('.run-facts')).toContain('Finished'));
  expect([field(), document.activeElement]).toEqual([written, written]);
  expect(titles().at(-1)).toBe('Report');

  written?.blur();
  now = { ...RUN, status: 'finished', waits: [], conclusion: 'All is done.' };
  screen.tell({ kind: 'missed', events: 0 });
  await vi.waitFor(() => expect(screen.place.textContent).toContain('All is done.'));
  expect(titles()[0]).toBe('Report');
  expect(field()).toBe(written);
});

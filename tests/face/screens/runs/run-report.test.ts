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

test('of what nothing is written yet there is but a name, which begins it', async () => {
  const empty = { section: 'risks', heading: 'Risks', text: '', by: 'rows', draft: null };
  screen = drawScreen(
    () => h(RunBoard, { id: 'run-1' }),
    (id) => (id === 'getRun' ? { ...RUN, report: [...RUN.report, empty] } : undefined),
  );
  await vi.waitFor(() => expect(screen.text('.run-unwritten')).toBe('Nothing yet:Risks'));
  const headings = (): readonly string[] =>
    [...screen.place.querySelectorAll('.run-section h3')].map((one) => one.textContent);
  expect(headings()).toEqual(['Goal', 'Reproduce and verify']);
  screen.place.querySelector<HTMLButtonElement>('.run-unwritten button')?.click();
  await vi.waitFor(() => expect(headings()).toContain('Risks'));
  const written = screen.place.querySelector('[aria-label="Risks"]');
  expect(document.activeElement).toBe(written);
  expect(screen.place.querySelector('.run-unwritten')).toBeNull();
});

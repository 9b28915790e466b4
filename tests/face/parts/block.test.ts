// @vitest-environment happy-dom
import { type ComponentChild, h } from 'preact';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { Block } from '../../../face/parts/block.tsx';
import type { ResponseOf } from '../../../shared/api/operations.ts';
import { useAnswer } from '../../../face/store/world.ts';
import { speak } from '../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../drawn-screen.ts';

type Job = ResponseOf<'getJob'>;

let screen: DrawnScreen;
beforeAll(() => speak('en'));
afterEach(() => screen.end());

let answer: object;

function One({ of }: { readonly of?: string }): ComponentChild {
  const { state, again } = useAnswer('getJob', { params: { id: 'tea/1' } });
  return h(Block<Job>, {
    state,
    again,
    ...(of !== undefined && { of }),
    children: (job) => job.job_id,
  });
}

function draw(first: object, of?: string): void {
  answer = first;
  screen = drawScreen(
    () => h(One, of === undefined ? {} : { of }),
    () => answer,
  );
}

const GONE = { code: 'not_found', text: 'There is no job tea/1.' };

test('what is gone says so, and leads to its trail', async () => {
  draw(GONE, 'tea/1');
  await vi.waitFor(() => expect(screen.place.textContent).toContain('no longer here'));
  expect(screen.place.querySelector('a')?.getAttribute('href')).toBe('/trail?subject=tea%2F1');
  expect(screen.place.querySelector('button')).toBeNull();
});

test('what goes while it is looked at is no longer shown', async () => {
  draw({ job_id: 'Earl Grey' }, 'tea/1');
  await vi.waitFor(() => expect(screen.place.textContent).toBe('Earl Grey'));
  answer = GONE;
  screen.tell({ kind: 'missed' } as never);
  await vi.waitFor(() => expect(screen.place.textContent).toContain('no longer here'));
  expect(screen.place.textContent).not.toContain('Earl Grey');
});

test('another error stands above what was there, with when that was', async () => {
  draw({ job_id: 'Earl Grey' }, 'tea/1');
  await vi.waitFor(() => expect(screen.place.textContent).toBe('Earl Grey'));
  answer = { code: 'internal', text: 'The kettle broke.' };
  screen.tell({ kind: 'missed' } as never);
  await vi.waitFor(() => expect(screen.place.textContent).toContain('The kettle broke.'));
  expect(screen.place.textContent).toContain('Earl Grey');
  expect(screen.place.querySelector('time')).not.toBeNull();
});

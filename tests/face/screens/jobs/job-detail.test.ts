// @vitest-environment happy-dom
import { h } from 'preact';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { JobDetail } from '../../../../face/screens/jobs/job-detail.tsx';
import { speak } from '../../../../face/words/word.ts';
import { drawScreen, type DrawnScreen, page } from '../../drawn-screen.ts';
import { pressKey } from '../../press-key.ts';

const JOB = {
  job_id: 'j',
  local_conversation_id: 'c',
  status: 'failed',
  delivery_kind: 'proxy_delivery',
  origin: 'person',
  message_text: 'And **now**?',
  artifact_id: null,
  assistant_message_id: null,
  attempt_count: 2,
  error: { code: 'send_rejected', text: 'No.' },
  due_at: null,
  created_at: 0,
  finished_at: 1_000,
};
const step = (event_id: number, type: string, at: number, detail = {}): unknown => ({
  event_id,
  type: `delivery_job.${type}`,
  subject_id: 'j',
  at,
  detail,
});

let screen: DrawnScreen;
beforeAll(() => speak('en'));
afterEach(() => screen.end());

function draw(job: object): void {
  const trail = page(
    step(3, 'failed', 900, { code: 'send_rejected' }),
    step(2, 'dispatch', 400),
    step(1, 'created', 0),
  );
  screen = drawScreen(
    () => h(JobDetail, { id: 'j', back: '/jobs' }),
    (id) => {
      if (id === 'listEvents') return trail;
      return id === 'getConversation' ? { local_conversation_id: 'c', title: 'Tea' } : job;
    },
  );
}

const retries = (): number => screen.asked.filter(({ id }) => id === 'retryJob').length;

test('its steps stand in the order in which they came, each with how long after the one before', async () => {
  draw(JOB);
  await vi.waitFor(() => expect(screen.place.querySelectorAll('.steps li')).toHaveLength(3));
  const steps = [...screen.place.querySelectorAll('.steps li > span')].map(
    (one) => one.textContent,
  );
  expect(steps.map((one) => one?.trim())).toEqual([
    'made',
    '',
    'given to a browser',
    '+400 ms',
    'failed send_rejected',
    '+500 ms',
  ]);
});

test('what failed goes out again by its key', async () => {
  draw(JOB);
  await vi.waitFor(() => expect(screen.text('.detail, .card')).toContain('Send it again'));
  pressKey('r');
  await vi.waitFor(() => expect(retries()).toBe(1));
});

test('what may be in the chat already goes out again by a press alone, after a look', async () => {
  draw({ ...JOB, error: { code: 'delivery_uncertain', text: 'Nobody knows.' } });
  await vi.waitFor(() => expect(screen.text('.card')).toContain('look in the chat yourself'));
  pressKey('r');
  expect(retries()).toBe(0);
  const button = screen.place.querySelector<HTMLButtonElement>('.card .buttons button.bad');
  expect(button?.textContent).toBe('It is not there: send it');
  button?.click();
  await vi.waitFor(() =>
    expect(screen.asked.filter(({ id }) => id === 'resendJob')).toMatchObject([
      { request: { params: { id: 'j' } } },
    ]),
  );
  expect(retries()).toBe(0);
});

test('what may be in the chat already is looked for by Baton where a person has not', async () => {
  draw({ ...JOB, error: { code: 'delivery_uncertain', text: 'Nobody knows.' } });
  await vi.waitFor(() => expect(screen.text('.card')).toContain('Have Baton look'));
  screen.place.querySelector<HTMLButtonElement>('.card .buttons button.main')?.click();
  await vi.waitFor(() => expect(retries()).toBe(1));
});

test('what a person found in the chat is said to be there, and not sent', async () => {
  draw({ ...JOB, error: { code: 'delivery_uncertain', text: 'Nobody knows.' } });
  await vi.waitFor(() => expect(screen.text('.card')).toContain('It is there'));
  const button = [
    ...screen.place.querySelectorAll<HTMLButtonElement>('.card .buttons button'),
  ].find(({ textContent }) => textContent === 'It is there');
  button?.click();
  await vi.waitFor(() =>
    expect(screen.asked.filter(({ id }) => id === 'confirmJob')).toMatchObject([
      { request: { params: { id: 'j' } } },
    ]),
  );
  expect(retries()).toBe(0);
});

test('the reply to what is done is shown, and not what it was an answer to', async () => {
  screen = drawScreen(
    () => h(JobDetail, { id: 'j', back: '/jobs' }),
    (id) => {
      if (id === 'waitForJob') return { reply: { text: 'It is done.' } };
      if (id === 'getConversation') return { local_conversation_id: 'c', title: 'Tea' };
      return id === 'getJob'
        ? { ...JOB, status: 'finalized', error: null, assistant_message_id: 'before' }
        : undefined;
    },
  );
  await vi.waitFor(() => expect(screen.text('.card')).toContain('It is done.'));
  expect(screen.asked.map(({ id }) => id)).not.toContain('getMessage');
});

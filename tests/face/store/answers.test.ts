import { expect, test, vi } from 'vitest';

import type { Ask } from '../../../face/api/ask.ts';
import type { AuditEventView } from '../../../face/api/live.ts';
import { createAnswers } from '../../../face/store/answers.ts';
import { createRows } from '../../../face/store/rows.ts';

/** Questions that are answered when the test says so. */
function answersByHand() {
  const asked: { readonly id: string; answer: (value: unknown) => void }[] = [];
  const ask = ((id: string) =>
    new Promise((resolve) => {
      asked.push({ id, answer: (value) => resolve({ ok: true, value }) });
    })) as unknown as Ask;
  const rows = createRows();
  return { asked, rows, answers: createAnswers(ask, { now: () => 5 }, rows) };
}

const event = (type: string, subject_id: string, conversation: string | null): AuditEventView => ({
  event_id: 1,
  type,
  subject_id,
  local_conversation_id: conversation,
  actor: 'conductor',
  at: 0,
  detail: {},
});

test('one question is asked once for all who look', async () => {
  const { asked, answers } = answersByHand();
  const one = answers.look('getStatus', {});
  const two = answers.look('getStatus', {});
  expect(asked).toHaveLength(1);
  asked[0]?.answer({ version: '1' });
  await vi.waitFor(() => expect(one.question.state.value.data).toEqual({ version: '1' }));
  expect(two.question.state.value).toBe(one.question.state.value);
  expect(one.question.state.value.at).toBe(5);
});

test('an event has what is looked at asked anew, gathered; the rest when it is looked at', async () => {
  const { asked, answers } = answersByHand();
  const seen = answers.look('listApprovals', { query: { decision: 'open' } });
  const away = answers.look('listJobs', {});
  for (const one of asked) one.answer({ items: [], next_cursor: null });
  await vi.waitFor(() => expect(away.question.state.value.loading).toBe(false));
  away.release();
  answers.touch(event('approval.opened', 'a', 'c'));
  answers.touch(event('approval.opened', 'b', 'c'));
  answers.touch(event('delivery_job.created', 'd', 'c'));
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  expect(asked[2]?.id).toBe('listApprovals');
  answers.look('listJobs', {});
  expect(asked[3]?.id).toBe('listJobs');
  seen.release();
});

test('what a worker of a run was seen to do has that run asked for anew, and no other', async () => {
  const { asked, answers } = answersByHand();
  const looks = ['one', 'other'].map((id) => answers.look('getRun', { params: { id } }));
  for (const one of asked) one.answer({});
  await vi.waitFor(() => expect(looks[1]?.question.state.value.loading).toBe(false));
  answers.touchRun('one');
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  expect(looks.map(({ question }) => question.state.value.loading)).toEqual([true, false]);
});

test('what an event of another conversation says, no question about this one hears', async () => {
  const { asked, answers } = answersByHand();
  const { question } = answers.look('listMessages', { params: { id: 'mine' } });
  asked[0]?.answer({ items: [], next_cursor: null });
  await vi.waitFor(() => expect(question.state.value.loading).toBe(false));
  answers.touch(event('message_anchor.observed', 'm', 'other'));
  answers.touch(event('message_anchor.observed', 'n', 'mine'));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(answers.asked()).toBe(2);
});

test('an error keeps what was known, and says when that was', async () => {
  let fails = false;
  const error = { code: 'conductor_unreachable', text: 'Gone.' } as const;
  const ask = (() =>
    Promise.resolve(fails ? { ok: false, error } : { ok: true, value: 1 })) as unknown as Ask;
  const answers = createAnswers(ask, { now: () => 7 }, createRows());
  const { question } = answers.look('getStatus', {});
  await vi.waitFor(() => expect(question.state.value.data).toBe(1));
  fails = true;
  await question.again();
  expect(question.state.value).toEqual({ data: 1, error, loading: false, at: 7 });
});

test('an older answer overwrites neither the question nor a row', async () => {
  const { asked, answers, rows } = answersByHand();
  const job = (status: string) => ({ job_id: 'j', status });
  const { question } = answers.look('getJob', { params: { id: 'j' } });
  void question.again();
  asked[1]?.answer(job('acked'));
  await vi.waitFor(() => expect(rows.row('job', 'j').value).toEqual(job('acked')));
  asked[0]?.answer(job('pending'));
  await Promise.resolve();
  expect(rows.row('job', 'j').value).toEqual(job('acked'));
  expect(question.state.value.data).toEqual(job('acked'));
});

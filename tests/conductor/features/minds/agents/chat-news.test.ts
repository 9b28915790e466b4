import { expect, test } from 'vitest';

import { chatNews } from '../../../../../conductor/src/features/minds/agents/chat-news.ts';

const JOB = { jobId: 'job-1', status: 'acked' } as const;

const PACE = {
  recentSends: [100, 5_000, 9_000],
  rolling: { max_sends: 3, window_ms: 6_000 },
  parkedUntil: null,
  now: 10_000,
};

test('how many messages an account may still send is told by its pace, and until when it is parked', () => {
  expect(chatNews(JOB, 'chat', null, PACE)).toMatchObject({ state: 'sent', sendsLeft: 1 });
  const many = { ...PACE, recentSends: [9_000, 9_001, 9_002, 9_003] };
  expect(chatNews(JOB, 'chat', null, many)).toMatchObject({ sendsLeft: 0 });
  expect(chatNews(JOB, 'chat', null, { ...PACE, rolling: null, parkedUntil: 12_000 })).toEqual({
    state: 'sent',
    jobId: 'job-1',
    conversation: 'chat',
    parkedUntil: 12_000,
  });
  expect(chatNews(JOB, 'chat', null, { ...PACE, parkedUntil: 9_000 })).not.toHaveProperty(
    'parkedUntil',
  );
});

test.each([
  ['pending', null, 'queued'],
  ['dispatched', null, 'queued'],
  ['acked', null, 'sent'],
  ['retry_wait', 'chat', 'parked'],
  ['failed', 'person', 'needs_person'],
] as const)('a question that is %s, held up by %s, is %s', (status, by, state) => {
  const problem = by === null ? null : { hold: { by } };
  expect(chatNews({ ...JOB, status }, 'chat', problem, PACE).state).toBe(state);
});

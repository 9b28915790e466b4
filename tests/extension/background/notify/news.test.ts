import { expect, test } from 'vitest';

import { newsOf } from '../../../../extension/background/notify/news.ts';
import type { FrameOf } from '../../../../shared/protocol/index.ts';

type State = FrameOf<'conversation.state'>;

function state(details: Partial<State> = {}): State {
  return {
    v: 1,
    id: 's',
    seq: 1,
    type: 'conversation.state',
    platform: 'chatgpt',
    remote_conversation_id: 'c-1',
    aliases: [],
    local_conversation_id: 'l-1',
    mode: 'auto',
    draining: false,
    pause_reason: null,
    title: 'Tea',
    busy: false,
    jobs: [],
    approvals: [],
    renewal: null,
    parked_until: null,
    ...details,
  };
}

const approval = (approval_id: string): State['approvals'][number] => ({
  approval_id,
  kind: 'permission',
  action: 'x::y',
  params: '{}',
  risk: 'low',
  created_at: 1,
});
const failed = (
  job_id: string,
  error_code: 'send_refused' | 'cancelled' = 'send_refused',
): State['jobs'][number] => ({
  job_id,
  status: 'failed',
  attempt_count: 1,
  error_code,
  error_message: null,
});
const news = (before: Partial<State> | null, after: Partial<State>): string[] =>
  newsOf(before && state(before), state(after)).map((notice) => notice.news);

test('an action that comes to wait is news once', () => {
  expect(news({}, { approvals: [approval('a')] })).toEqual(['needs']);
  expect(news({ approvals: [approval('a')] }, { approvals: [approval('a')] })).toEqual([]);
  expect(news({ approvals: [approval('a')] }, { approvals: [approval('b')] })).toEqual(['needs']);
  expect(news({ approvals: [approval('a')] }, {})).toEqual([]);
});

test('a delivery that failed is news once, unless a person cancelled it', () => {
  expect(news({ busy: true }, { jobs: [failed('j')] })).toEqual(['failed']);
  expect(news({ jobs: [failed('j')] }, { jobs: [failed('j')] })).toEqual([]);
  expect(news({}, { jobs: [failed('j', 'cancelled')] })).toEqual([]);
});

test('a chat in auto has done its work when nothing of it is open any more', () => {
  expect(news({ busy: true }, { busy: false })).toEqual(['done']);
  expect(news({ busy: true }, { busy: true })).toEqual([]);
  expect(news({ busy: false }, { busy: false })).toEqual([]);
  expect(news({ busy: true }, { busy: false, mode: 'manual' })).toEqual([]);
});

test('what stood there when it was first heard of is no news', () => {
  expect(news(null, { approvals: [approval('a')], jobs: [failed('j')] })).toEqual([]);
});

test('a notice names the conversation, and nothing that was said', () => {
  const [notice] = newsOf(state(), state({ approvals: [approval('a')] }));
  expect(notice).toEqual({
    news: 'needs',
    platform: 'chatgpt',
    remote_conversation_id: 'c-1',
    title: 'Tea',
  });
});

import { expect, test } from 'vitest';

import { collectAlerts } from '../../../../extension/background/runtime/collect-alerts.ts';
import { destinations } from '../../../../extension/background/runtime/destinations.ts';
import { needsOf } from '../../../../extension/background/runtime/person-needs.ts';
import {
  pausableConversations,
  pauseConversations,
} from '../../../../extension/background/runtime/pause-conversations.ts';
import type { KnownConversation } from '../../../../extension/background/storage/tables.ts';
import type { FrameOf } from '../../../../shared/protocol/index.ts';
import { page, runtime, view } from '../builders/view.ts';

type State = FrameOf<'conversation.state'>;

function known(id: string, state: Partial<State> | null = {}): KnownConversation {
  const named = { platform: 'chatgpt', remote_conversation_id: id };
  const whole: State = {
    v: 1,
    id: 's',
    seq: 1,
    type: 'conversation.state',
    ...named,
    aliases: [],
    local_conversation_id: `l-${id}`,
    mode: 'manual',
    draining: false,
    pause_reason: null,
    title: null,
    jobs: [],
    approvals: [],
    renewal: null,
    parked_until: null,
    ...state,
  };
  return { key: `chatgpt/${id}`, ...named, state: state && whole, wanted: null };
}

function at(id: string, last_seen_at: number, status: 'ready' | 'stale' | 'missing_route') {
  return runtime({
    runtime_key: `chatgpt/${id}`,
    remote_conversation_id: id,
    title: `Title of ${id}`,
    last_seen_at,
    runtime_status: status,
  });
}

const job = (status: State['jobs'][number]['status']): State['jobs'][number] => ({
  job_id: 'j',
  status,
  attempt_count: 1,
  error_code: null,
  error_message: null,
});

test('a text can go where a message is taken and a page can be had, the newest first', () => {
  const rows = view({
    conversations: [
      known('old'),
      known('new', { title: 'Named' }),
      known('paused', { mode: 'paused' }),
      known('draining', { mode: 'auto', draining: true }),
      { ...known('about-to-pause'), wanted: { mode: 'paused', seq: 1 } },
      known('unreachable'),
      known('never-seen-here'),
      known('unheard-of', null),
    ],
    runtimes: [
      at('old', 1, 'stale'),
      at('new', 2, 'ready'),
      at('paused', 3, 'ready'),
      at('draining', 4, 'ready'),
      at('about-to-pause', 5, 'ready'),
      at('unreachable', 6, 'missing_route'),
      at('unheard-of', 7, 'ready'),
    ],
  });
  expect(destinations(rows)).toEqual([
    { platform: 'chatgpt', remote_conversation_id: 'new', title: 'Named' },
    { platform: 'chatgpt', remote_conversation_id: 'old', title: 'Title of old' },
  ]);
});

test('pausing all pauses what acts and what is under way, each with a wish of its own', () => {
  const rows = view({
    conversations: [
      known('acts', { mode: 'auto' }),
      known('rests'),
      known('sends', { jobs: [job('dispatched')] }),
      known('has-sent', { jobs: [job('finalized'), job('failed')] }),
      known('paused', { mode: 'paused', jobs: [job('pending')] }),
      { ...known('pausing', { mode: 'auto' }), wanted: { mode: 'paused', seq: 3 } },
    ],
  });
  expect(pausableConversations(rows).map(({ remote_conversation_id: id }) => id)).toEqual([
    'acts',
    'sends',
  ]);
  const { put, send } = pauseConversations(rows);
  expect(send).toMatchObject([
    { type: 'conversation.set_mode', remote_conversation_id: 'acts', mode: 'paused' },
    { type: 'conversation.set_mode', remote_conversation_id: 'sends', mode: 'paused' },
  ]);
  expect(put?.conversations?.map(({ wanted }) => wanted)).toEqual([
    { mode: 'paused', seq: 11 },
    { mode: 'paused', seq: 12 },
  ]);
});

test('attention counts what waits in all conversations, and names changed sites once', () => {
  const approval = {
    approval_id: 'a',
    kind: 'permission',
    action: 'x',
    params: '{}',
    risk: 'low',
    requested_at: 1,
  } as unknown as State['approvals'][number];
  const failed = {
    job_id: 'j',
    status: 'failed',
    attempt_count: 1,
    error_code: 'send_refused',
    error_message: null,
  } as const;
  const rows = view({
    conversations: [
      known('a', { approvals: [approval, approval] }),
      known('b', { approvals: [approval], jobs: [failed] }),
    ],
  });
  const drifted = page({ problem: { code: 'adapter_drift', text: '' } });
  const challenged = page({ platform: 'kimi', problem: { code: 'challenge_required', text: '' } });
  const link = {
    status: 'online',
    conductor_url: '',
    error: null,
    waiting: 0,
    versions: null,
  } as const;
  const pages = new Map([drifted, drifted, challenged, page()].map((state, tab) => [tab, state]));
  const work = { tabs: 2, stopped: true };
  expect(collectAlerts(needsOf(rows, null, null), link, pages, work)).toEqual({
    link: 'online',
    waiting: 3,
    failed: 1,
    drifted: ['chatgpt'],
    ...work,
  });
});

test('what needs a person is what the conductor tells of all, and of the conversation here first', () => {
  const rows = view({ runtimes: [runtime({ aliases: ['c-0'] })] });
  const place = { local_conversation_id: 'l', title: null, page_url: null };
  const approval = (platform: string, id: string) => ({
    ...place,
    platform,
    remote_conversation_id: id,
    approval_id: `${platform}-${id}`,
    kind: 'permission' as const,
    action: 'x',
    params: '{}',
    risk: 'low' as const,
    created_at: 1,
  });
  const overview: FrameOf<'overview'> = {
    v: 1,
    id: 'o',
    type: 'overview',
    approvals: [approval('claude', 'c-0'), approval('chatgpt', 'c-0')],
    failures: [],
    default_modes: [],
    tool_servers: [],
    rules: [],
  };
  const here = { platform: 'chatgpt', remote_conversation_id: 'c-1' };
  expect(
    needsOf(rows, overview, here).approvals.map(({ approval_id, is_here }) => [
      approval_id,
      is_here,
    ]),
  ).toEqual([
    ['chatgpt-c-0', true],
    ['claude-c-0', false],
  ]);
  expect(needsOf(rows, null, here)).toEqual({ approvals: [], failures: [] });
});

// @vitest-environment happy-dom
import { type FunctionComponent, h } from 'preact';
import { Route, Router } from 'preact-iso/router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { ResourceDetail } from '../../../face/screens/resources/resource-detail.tsx';
import { Resources } from '../../../face/screens/resources/resources.tsx';
import { speak } from '../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../drawn-screen.ts';

const SESSION = {
  chat_session_id: 'c',
  kind: 'client',
  label: 'Claude Code\u202e',
  active_tab_id: 't_1',
  taint: { since: 1, origins: ['https://example.org'] },
  created_at: 1,
  last_used_at: 2,
  client_seen_at: 2,
};

const RESOURCE = {
  resource_id: 'browser_c_0',
  resource_type: 'browser',
  chat_session_id: 'c',
  index: 0,
  adapter: 'tab',
  executor_id: 'b',
  origin_kind: 'lent',
  status: 'busy',
  status_reason: null,
  last_url: 'https://example.org/a',
  last_title: 'Orders',
  pinned: false,
  tab: { tab_id: 't_1', title: null, active: true },
  created_at: 1,
  updated_at: 2,
};

const call = (id: string, status: string, more: object = {}) => ({
  call_id: id,
  resource_id: 'browser_c_0',
  chat_session_id: 'c',
  instruction_id: null,
  tool: 'browser.click',
  risk: 'high',
  status,
  result: null,
  error: null,
  created_at: 1,
  finished_at: null,
  ...more,
});

const GRANT = {
  grant_id: 'g',
  executor_id: 'b',
  origin: 'https://example.org',
  chat_session_id: null,
  level: 'act',
  until: null,
  granted_at: 1,
  revoked_at: null,
};

const ANSWERS: Readonly<Record<string, unknown>> = {
  listSessions: { items: [SESSION, { ...SESSION, chat_session_id: 'd', label: 'idle' }] },
  listResources: { items: [RESOURCE] },
  listGrants: { items: [GRANT, { ...GRANT, grant_id: 'old', revoked_at: 3 }] },
  getResource: RESOURCE,
  listClients: { items: [{ client_id: 'b', browser: { name: 'Firefox', version: '153' } }] },
  listCalls: {
    items: [
      call('1', 'begun'),
      call('2', 'failed', { error: { code: 'not_granted', text: 'no' } }),
      call('3', 'succeeded', {
        tool: 'browser.snapshot',
        result: { text: 'e12 button "Save"', format: 'text' },
      }),
      call('4', 'queued', { resource_id: 'browser_c_1' }),
    ],
    next_cursor: null,
  },
  stopResources: { cancelled: 1, resources: 1 },
};

const Routed = Router as unknown as FunctionComponent;

const page = () => h(Routed, {}, h(Route, { default: true, component: Resources }));

let screen: DrawnScreen;

beforeAll(() => speak('en'));

afterEach(() => screen.end());

const settled = (): Promise<void> =>
  vi.waitFor(() => expect(screen.place.querySelector('.session')).not.toBeNull());

function press(label: string): void {
  const found = [...screen.place.querySelectorAll('button')].find((one) =>
    one.textContent.startsWith(label),
  );
  expect(found).toBeDefined();
  found?.click();
}

const asked = (id: string) => screen.asked.filter((one) => one.id === id).map((one) => one.request);

test('a session shows who it is, what it has open and whose words it read, and is stopped', async () => {
  screen = drawScreen(page, (id) => ANSWERS[id]);
  await settled();
  const text = screen.text('.session');
  expect(text).toContain('Claude Code');
  expect(text).not.toContain('\u202e');
  for (const words of ['https://example.org', 'Orders', 'works', 'active tab', 'lent by you'])
    expect(text).toContain(words);
  expect(screen.text('details')).toContain('1 session with nothing open');
  press('Stop what it does');
  await vi.waitFor(() => expect(asked('stopResources')).toEqual([{ body: { session: 'c' } }]));
});

test('a terminal that says no title is named by what it is, and which one', async () => {
  const terminal = {
    ...RESOURCE,
    resource_id: 'terminal_c_3',
    resource_type: 'terminal',
    adapter: 'pty',
    index: 3,
    last_title: null,
    last_url: null,
    tab: null,
  };
  screen = drawScreen(page, (id) => (id === 'listResources' ? { items: [terminal] } : ANSWERS[id]));
  await settled();
  expect(screen.text('.session li a')).toBe('terminal 4');
});

test('what a person allowed can be taken back, and never given', async () => {
  screen = drawScreen(page, (id) => ANSWERS[id]);
  await settled();
  await vi.waitFor(() => expect(screen.text('.grants')).toContain('may read and act'));
  expect(screen.place.querySelectorAll('.grants li')).toHaveLength(1);
  press('Take back');
  await vi.waitFor(() => expect(asked('revokeGrant')).toEqual([{ params: { id: 'g' } }]));
});

test('a page shows its calls with risk and outcome, stops one or all of them, and what was read', async () => {
  screen = drawScreen(
    () => h(ResourceDetail, { id: 'browser_c_0' }),
    (id) => ANSWERS[id],
  );
  await vi.waitFor(() => expect(screen.place.querySelectorAll('.calls li')).toHaveLength(3));
  expect(screen.text('.facts')).toContain('Firefox 153');
  expect(screen.text('.calls')).toContain('not_granted');
  expect(screen.text('pre')).toBe('e12 button "Save"');
  press('Stop what is done in it');
  const stopped = { body: { resource: 'browser_c_0' } };
  await vi.waitFor(() => expect(asked('stopResources')).toEqual([stopped]));
  screen.place.querySelector<HTMLButtonElement>('.calls button')?.click();
  await vi.waitFor(() => expect(asked('cancelCall')).toEqual([{ params: { id: '1' } }]));
  press('Take back');
  const closed = { params: { id: 'browser_c_0' } };
  await vi.waitFor(() => expect(asked('closeResource')).toEqual([closed]));
});

test('nothing open says so, and what cannot be read says why', async () => {
  screen = drawScreen(page, (id) =>
    id === 'listGrants' ? { code: 'internal', text: 'broken' } : { items: [] },
  );
  await vi.waitFor(() => expect(screen.text('.empty')).toContain('No chat has'));
  await vi.waitFor(() => expect(screen.place.querySelector('.problem')).not.toBeNull());
});

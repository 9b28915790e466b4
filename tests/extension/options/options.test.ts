// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { h } from 'preact';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import type { OptionsState, SiteState } from '../../../extension/messages/options-messages.ts';
import type {
  BrowserPermissions,
  PermissionWish,
} from '../../../extension/options/browser-permissions.ts';
import { OptionsPage } from '../../../extension/options/options-page.tsx';
import type { PermissionRow } from '../../../extension/options/permission-rows.ts';
import { installWords } from '../../kit/install-words.ts';
import { chooseIn, click, drawn, drawnPage, type DrawnPage } from '../drawn-page.ts';

const state = signal<OptionsState | null>(null);
const rows = signal<readonly PermissionRow[]>([]);
let wishes: PermissionWish[];
let page: DrawnPage;

beforeAll(() => installWords());
beforeEach(() => {
  state.value = null;
  rows.value = [];
  wishes = [];
  const permissions: BrowserPermissions = {
    rows,
    change(wish) {
      wishes.push(wish);
      return Promise.resolve(false);
    },
  };
  page = drawnPage(h(OptionsPage, { state, permissions }));
});
afterEach(() => page.end());

function site(name: string, visited: SiteState['visited'] = []): SiteState {
  return {
    name,
    where: [],
    can: { replay: false, history: true, begin: true },
    evidence: 'recorded',
    unsure: [],
    enabled: true,
    visited,
    pages: 0,
    problem: null,
    checks: null,
  };
}

const LINK: OptionsState['link'] = {
  status: 'online',
  conductor_url: 'http://127.0.0.1:7717',
  error: null,
  waiting: 0,
  versions: null,
};

function show(details: Partial<OptionsState> = {}): void {
  drawn(() => {
    state.value = {
      link: LINK,
      sites: [],
      counts: { conversations: 0, pages: 0, waiting: 0, running: 0, delivered: 0, failed: 0 },
      preferences: { notify: [], chip: true },
      setUp: null,
      ...details,
    };
  });
}

const part = <Kind extends HTMLElement = HTMLElement>(selector: string): Kind | null =>
  document.querySelector<Kind>(selector);
const text = (selector: string): string | undefined => part(selector)?.textContent;
const toggle = (name: string): HTMLInputElement | null => part(`[data-preference="${name}"]`);
const names = (list: string): string[] =>
  [...document.querySelectorAll(`${list} strong`)].map((name) => name.textContent);

test('until the background has told of anything, nothing is said that it does not know', () => {
  expect(page.asked).toEqual([{ kind: 'options.refresh' }]);
  const unknown =
    '#pairing, #paired, #no-sites, #set-up-unknown, #set-up-known, #notice-title:not(:empty)';
  expect(part(unknown)).toBeNull();
  show();
  expect(text('#pairing-state')).toBe('Connected');
  expect(part('#paired')).not.toBeNull();
  expect(part('#pairing')).toBeNull();
});

test('sites that were visited come first, the others are folded away', () => {
  show({ sites: [site('chatgpt', [{ platform: 'chatgpt', mode: 'manual' }]), site('kimi')] });
  expect(names('#site-list')).toEqual(['ChatGPT']);
  expect(names('#other-site-list')).toEqual(['Kimi']);
  expect(text('#other-sites-title')).toBe('1 other site');
  show({ sites: [site('chatgpt'), site('kimi')] });
  expect(names('#site-list')).toEqual([]);
  expect(part('#no-sites')).not.toBeNull();
});

test('each visited site says what a new chat there begins in, and takes another choice', () => {
  const visited = [
    { platform: 'generic:a.example', mode: 'manual' },
    { platform: 'generic:b.example', mode: 'auto' },
  ] as const;
  show({ sites: [site('generic', visited)] });
  const [first, second] = document.querySelectorAll('#site-list select');
  expect([first, second].map((one) => (one as HTMLSelectElement).value)).toEqual([
    'manual',
    'auto',
  ]);
  expect(text('#site-list')).toContain('New chats on b.example begin in');
  chooseIn(first, 'auto');
  click(part('#site-list input'));
  expect(page.asked.slice(1)).toEqual([
    { kind: 'options.set_default_mode', platform: 'generic:a.example', mode: 'auto' },
    { kind: 'options.set_site', site: 'generic', enabled: false },
  ]);
  show({ sites: [site('generic', [{ platform: 'generic:a.example', mode: null }])] });
  expect(part<HTMLSelectElement>('#site-list select')?.disabled).toBe(true);
});

test('a site that changes keeps the focus on its switch, and its details open', () => {
  const visited = [{ platform: 'chatgpt', mode: 'manual' }] as const;
  show({ sites: [site('chatgpt', visited)] });
  const details = part<HTMLDetailsElement>('#site-list details');
  if (details !== null) details.open = true;
  part('[data-site=chatgpt]')?.focus();
  show({ sites: [{ ...site('chatgpt', visited), enabled: false, problem: 'adapter_drift' }] });
  expect(document.activeElement?.getAttribute('data-site')).toBe('chatgpt');
  expect(part<HTMLInputElement>('[data-site=chatgpt]')?.checked).toBe(false);
  expect(part<HTMLDetailsElement>('#site-list details')?.open).toBe(true);
});

test('tool servers and rules are shown as text, while somebody is there to tell of them', () => {
  show();
  expect([part('#set-up-unknown'), part('#set-up-known')]).toEqual([expect.anything(), null]);
  const conversation = { platform: 'chatgpt', remote_conversation_id: 'c', title: '<b>Tea</b>' };
  show({
    setUp: {
      tool_servers: [{ name: 'files', state: 'faulty', tools: 3, error: 'It has ended.' }],
      rules: [
        {
          rule_id: 'r',
          tool: 'mcp.files::*',
          params: ['path'],
          decision: 'run',
          reason: null,
          conversation,
        },
      ],
    },
  });
  expect(text('#server-list')).toBe('filesdoes not work · 3 toolsIt has ended.');
  expect(text('#rule-list')).toContain('mcp.files::* runs without asking');
  expect(text('#rule-list')).toContain('in “<b>Tea</b>” · looks at path');
  expect(part('#rule-list b')).toBeNull();
  expect([part('#set-up-unknown'), part('#no-servers'), part('#no-rules')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('a switch stands for what it is beside', async () => {
  show({ preferences: { notify: ['failed'], chip: false } });
  expect(['needs', 'failed', 'chip'].map((name) => toggle(name)?.checked)).toEqual([
    false,
    true,
    false,
  ]);
  click(toggle('failed'));
  click(toggle('chip'));
  expect(page.asked.slice(1)).toEqual([
    { kind: 'options.set_preference', name: 'failed', on: false },
    { kind: 'options.set_preference', name: 'chip', on: true },
  ]);
});

test('a switch goes back where the browser is not let show notifications', async () => {
  show();
  click(toggle('needs'));
  expect(wishes).toEqual([{ what: 'notifications', kind: 'api', wish: 'allow' }]);
  await expect.poll(() => text('#preference-outcome')).toContain('notifications');
  expect(toggle('needs')?.checked).toBe(false);
  expect(page.asked).toHaveLength(1);
});

test('each permission says its reason, and can be taken back where it came later', () => {
  drawn(() => {
    rows.value = [
      { what: 'storage', kind: 'api', status: 'required' },
      { what: 'https://chatgpt.com/*', kind: 'origin', status: 'required' },
      { what: 'https://claude.ai/*', kind: 'origin', status: 'required' },
      { what: 'https://mine.example/*', kind: 'origin', status: 'granted' },
      { what: 'https://kimi.com/*', kind: 'origin', status: 'withheld' },
    ];
  });
  const told = [...document.querySelectorAll('#permission-list small')].map(
    (one) => one.textContent,
  );
  expect(told).toEqual([
    'storage',
    'mine.example',
    expect.stringMatching(/^kimi\.com · /),
    'chatgpt.com, claude.ai',
  ]);
  for (const button of document.querySelectorAll('#permission-list button')) click(button);
  expect(wishes).toEqual([
    { what: 'https://mine.example/*', kind: 'origin', wish: 'take_back' },
    { what: 'https://kimi.com/*', kind: 'origin', wish: 'allow' },
  ]);
});

test('unpairing is asked about, until the button is left', () => {
  show();
  const button = part('#unpair');
  click(button);
  expect([button?.textContent, button?.hasAttribute('data-sure')]).toEqual([
    'Really unpair?',
    true,
  ]);
  drawn(() => button?.dispatchEvent(new FocusEvent('blur')));
  expect(button?.hasAttribute('data-sure')).toBe(false);
  expect(page.asked).toHaveLength(1);
  click(button);
  click(button);
  expect(page.asked.at(-1)).toEqual({ kind: 'popup.unpair' });
});

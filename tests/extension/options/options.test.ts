// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';

import { beforeAll, beforeEach, expect, test } from 'vitest';

import type { OptionsState, SiteState } from '../../../extension/messages/options-messages.ts';
import {
  type OptionsElements,
  optionsElements,
} from '../../../extension/options/options-elements.ts';
import { preferenceWish } from '../../../extension/options/render-preferences.ts';
import { renderOptions } from '../../../extension/options/render-options.ts';
import { modeWish, siteWish } from '../../../extension/options/render-sites.ts';
import { installWords } from '../../kit/install-words.ts';

const HTML = readFileSync('extension/entrypoints/options/index.html', 'utf8');

let elements: OptionsElements;

beforeAll(() => installWords());
beforeEach(() => {
  document.documentElement.innerHTML = HTML.replace(/<(script|link)\b[^>]*>/g, '');
  elements = optionsElements(document);
});

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

function show(details: Partial<OptionsState> = {}): void {
  renderOptions(elements, {
    link: {
      status: 'online',
      conductor_url: 'http://127.0.0.1:7717',
      error: null,
      waiting: 0,
      versions: null,
    },
    sites: [],
    counts: { conversations: 0, pages: 0, waiting: 0, running: 0, delivered: 0, failed: 0 },
    preferences: { notify: [], chip: true },
    setUp: null,
    ...details,
  });
}

const names = (list: HTMLElement): (string | null)[] =>
  [...list.querySelectorAll('strong')].map((name) => name.textContent);

test('sites that were visited come first, the others are folded away', () => {
  show({ sites: [site('chatgpt', [{ platform: 'chatgpt', mode: 'manual' }]), site('kimi')] });
  expect(names(elements.siteList)).toEqual(['ChatGPT']);
  expect(names(elements.otherSiteList)).toEqual(['Kimi']);
  expect(elements.otherSitesTitle.textContent).toBe('1 other site');
  show({ sites: [site('chatgpt'), site('kimi')] });
  expect(names(elements.siteList)).toEqual([]);
  expect(elements.noSites.hidden).toBe(false);
});

test('each visited site says what a new chat there begins in, and takes another choice', () => {
  const visited = [
    { platform: 'generic:a.example', mode: 'manual' },
    { platform: 'generic:b.example', mode: 'auto' },
  ] as const;
  show({ sites: [site('generic', visited)] });
  const [first, second] = elements.siteList.querySelectorAll('select');
  expect([first?.value, second?.value]).toEqual(['manual', 'auto']);
  expect(elements.siteList.textContent).toContain('New chats on b.example begin in');
  if (first !== undefined) first.value = 'auto';
  expect(modeWish(first ?? null)).toEqual({ platform: 'generic:a.example', mode: 'auto' });
  expect(modeWish(elements.siteList)).toBeNull();
  expect(siteWish(elements.siteList.querySelector('input'))).toEqual({
    site: 'generic',
    enabled: true,
  });
  show({ sites: [site('generic', [{ platform: 'generic:a.example', mode: null }])] });
  expect(elements.siteList.querySelector('select')?.disabled).toBe(true);
});

test('tool servers and rules are shown as text, while somebody is there to tell of them', () => {
  show();
  expect([elements.setUpUnknown.hidden, elements.setUpKnown.hidden]).toEqual([false, true]);
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
  expect(elements.serverList.textContent).toBe('filesdoes not work · 3 toolsIt has ended.');
  expect(elements.ruleList.textContent).toContain('mcp.files::* runs without asking');
  expect(elements.ruleList.textContent).toContain('in “<b>Tea</b>” · looks at path');
  expect(elements.ruleList.querySelector('b')).toBeNull();
  expect([elements.noServers.hidden, elements.noRules.hidden]).toEqual([true, true]);
});

test('a switch stands for what it is beside', () => {
  show({ preferences: { notify: ['failed'], chip: false } });
  const toggle = (name: string) =>
    elements.preferences.querySelector<HTMLInputElement>(`[data-preference="${name}"]`);
  expect([toggle('needs')?.checked, toggle('failed')?.checked, toggle('chip')?.checked]).toEqual([
    false,
    true,
    false,
  ]);
  expect(preferenceWish(toggle('failed'))).toEqual({
    kind: 'options.set_preference',
    name: 'failed',
    on: true,
  });
  expect(preferenceWish(elements.preferences)).toBeNull();
});

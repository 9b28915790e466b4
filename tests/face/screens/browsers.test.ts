// @vitest-environment happy-dom
import { h } from 'preact';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { Pairing } from '../../../face/screens/browsers/pairing.tsx';
import { Runtimes } from '../../../face/screens/browsers/runtimes.tsx';
import { Sites } from '../../../face/screens/browsers/sites.tsx';
import { speak } from '../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../drawn-screen.ts';

const CLIENT = { client_id: 'b', browser: { name: 'Chromium', version: '156' } };

const runtime = (id: string, status: string, more: object = {}) => ({
  client_id: 'b',
  local_conversation_id: id,
  conversation_title: id,
  platform: 'chatgpt',
  status,
  freshness: null,
  tabs: [],
  ...more,
});

const site = (platform: string, more: object = {}) => ({
  platform,
  health: 'unknown',
  health_since: null,
  health_seen_at: null,
  sought: null,
  checks: null,
  evidence: 'recorded',
  can: { replay: false, history: true, begin: true },
  default_mode: 'manual',
  conversations: 0,
  delivered_24h: 0,
  failed_24h: {},
  browsers: [],
  ...more,
});

const inBrowser = (more: object = {}) => ({
  client_id: 'b',
  extension_version: '0.2.0',
  allowed: true,
  on: true,
  begins: false,
  pages: [],
  ...more,
});

let screen: DrawnScreen;
beforeAll(() => speak('en'));
afterEach(() => screen.end());

function draw(what: typeof Runtimes, answers: Readonly<Record<string, unknown>>): void {
  screen = drawScreen(
    () => h(what, {}),
    (id) => (id === 'listClients' ? { items: [CLIENT] } : answers[id]),
  );
}

const lines = (): string[] =>
  [...screen.place.querySelectorAll('section > .told > li')].map(({ textContent }) => textContent);

test('chats that lack something stand first, with what to do', async () => {
  const items = [
    runtime('Tea', 'ready', { tabs: [41], freshness: 'fresh' }),
    runtime('Notes', 'missing_credential', { freshness: 'lost' }),
  ];
  draw(Runtimes, { listRuntimes: { items, total: 2 } });
  await vi.waitFor(() => expect(lines()).toHaveLength(2));
  expect(lines()).toEqual([
    'Notes▲ Signed out login lost Sign in to the site in that browser.',
    'Tea● Ready tab 41 · login works ',
  ]);
});

test('many chats are shown some at first, and all when they are asked for', async () => {
  const items = Array.from({ length: 40 }, (_, n) => runtime(`chat ${n}`, 'ready'));
  draw(Runtimes, { listRuntimes: { items, total: 40 } });
  await vi.waitFor(() => expect(lines()).toHaveLength(30));
  const more = screen.place.querySelector('button');
  expect(more?.textContent).toBe('Show 10 more');
  more?.click();
  await vi.waitFor(() => expect(lines()).toHaveLength(40));
});

test('a site that has changed says what was sought; one that the browser keeps Baton out of says so', async () => {
  const items = [
    site('copilot', {
      health: 'drift',
      health_since: 0,
      sought: 'The composer was not found.',
      browsers: [inBrowser({ pages: [{ tab_id: 52, ready: false, problem: null }] })],
    }),
    site('poe', { conversations: 2, browsers: [inBrowser({ allowed: false })] }),
    site('qwen', { browsers: [inBrowser()] }),
  ];
  draw(Sites, { listPlatforms: { items } });
  await vi.waitFor(() => expect(lines()).toHaveLength(2));
  expect(lines()[0]).toContain('Copilot');
  expect(lines()[0]).toContain('The composer was not found.');
  expect(lines()[0]).toContain('tab 52');
  expect(lines()[1]).toContain('↻ Not allowed by the browser');
  expect(screen.text('section > details summary')).toBe('1 more that Baton knows');
});

test('it is asked for anew when browsers tell something', async () => {
  draw(Sites, { listPlatforms: { items: [] } });
  const asked = () => screen.asked.filter(({ id }) => id === 'listPlatforms').length;
  await vi.waitFor(() => expect(asked()).toBe(1));
  screen.tell({ kind: 'presence', presence: { clients: [], startable: [] } });
  await vi.waitFor(() => expect(asked()).toBe(2));
});

test('a link that asks for a pairing leads to its button, and offers nothing by itself', async () => {
  history.replaceState(null, '', '/browsers?pair=1');
  screen = drawScreen(
    () => h(Pairing, { newest: 0 }),
    () => ({ code: '123456', link: 'http://a/pair#code=x', expires_at: 60_000 }),
  );
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('BUTTON'));
  expect(screen.asked).toEqual([]);
  (document.activeElement as HTMLElement).click();
  expect(screen.asked).toMatchObject([{ id: 'offerPairing' }]);
});

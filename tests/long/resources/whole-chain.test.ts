import type { Server } from 'node:http';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { startWorkSite, tellAsPopup, type WorkSite } from '../../kit/resource-pages/work-world.ts';

interface Call {
  readonly status: string;
  readonly resource_id: string | null;
  readonly result: { readonly text: string } | null;
  readonly error: { readonly code: string; readonly text: string } | null;
}

describe.for(BROWSER_NAMES)('a program with a conductor and %s', (name) => {
  const servers: Server[] = [];
  let world: ChatWorld;
  let site: WorkSite;
  let chat = '';

  beforeAll(async () => {
    [world, site] = await Promise.all([createChatWorld(name), startWorkSite(servers)]);
    const opened = await world.conductor.ask('POST', '/v1/sessions', { label: 'A program' });
    chat = (opened as { chat_session_id: string }).chat_session_id;
  });
  afterAll(async () => {
    await world?.dispose();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function call(tool: string, args: object = {}): Promise<Call> {
    const path = `/v1/sessions/${chat}/calls?wait=25000`;
    return (await world.conductor.ask('POST', path, { tool, args, judge: false })) as Call;
  }

  test('T1, T2, AC1–AC3: opens, reads, acts in and switches between pages of a site that the person allowed', async () => {
    const html = (title: string): string =>
      `<h1>${title}</h1><button onclick="trace('${title}'); document.querySelector('p').textContent = 'Done'">Do</button><p role="status"></p>`;
    const [one, two] = [site.add(html('One')), site.add(html('Two'))];
    const origin = site.origin;
    const allowed = { chat_session_id: null, level: 'act', until: 'session' } as const;
    await tellAsPopup(world.browser, { kind: 'popup.allow_work', origin, ...allowed });
    await world.until('the grant to be known', async () => {
      const { items } = (await world.conductor.ask('GET', '/v1/grants')) as { items: unknown[] };
      return items.length === 1;
    });
    const first = await call('browser.ensure', { url: one });
    expect(first).toMatchObject({ status: 'succeeded', error: null });
    const snapshot = await call('browser.snapshot');
    expect(snapshot.result?.text).toContain('h1 "One"\ne1 button "Do"');
    expect(snapshot.result?.text).toMatch(/\nstate \{.*"active_tab_id":"t_/);
    const clicked = await call('browser.click', { ref: 'e1' });
    expect(clicked).toMatchObject({ status: 'succeeded' });
    expect(clicked.result?.text).toContain('status');
    expect(await call('browser.ensure', { url: two })).toMatchObject({ status: 'succeeded' });
    expect(await call('browser.switchTab', { index: 1 })).toMatchObject({ status: 'succeeded' });
    // What the other page was read for means nothing here.
    const before = await call('browser.click', { ref: 'e1', timeout_ms: 100 });
    expect(before).toMatchObject({ status: 'failed', error: { code: 'element_gone' } });
    const nowhere = await call('browser.switchTab', { tab: 't_nowhere' });
    expect(nowhere).toMatchObject({ code: 'tab_not_found' });
    await call('browser.click', { role: 'button', name: 'Do' });
    expect(site.traces).toEqual(['One', 'Two']);
    const extract = await call('browser.extract');
    expect(extract.result?.text).toMatch(/^## Current Browser State\n\{/);
    expect(extract.result?.text).toContain('# Two');
    expect(await call('browser.closeTab')).toMatchObject({ status: 'succeeded' });
  });
});

import type { Server } from 'node:http';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import type { TestBrowser } from '../../kit/browsers.ts';
import { createChatWorld } from '../../kit/chat-world.ts';
import {
  beginWorkWorld,
  CHAT,
  startWorkSite,
  type WorkWorld,
} from '../../kit/resource-pages/work-world.ts';

const CANARY = 'canary-words';
const SECRET = `<h1>${CANARY}</h1><button onclick="trace('pressed')">Do</button>`;

describe.for(BROWSER_NAMES)('T6: of a page that nobody allowed, in %s,', (name) => {
  let world: WorkWorld;
  let names = 0;
  beforeAll(async () => {
    world = await beginWorkWorld(name);
  });
  afterAll(() => world?.end());

  const newName = (): string => `browser_${CHAT}_${(names += 1)}`;
  const heard = (): string => JSON.stringify(world.conductor.frames);

  test('nothing arrives, whichever way it comes into a tab', async () => {
    const { conductor, site, elsewhere } = world;
    const forbidden = elsewhere.add(SECRET);
    const closed = await conductor.call('browser.ensure', newName(), { url: forbidden });
    expect(closed).toMatchObject({ ok: false, error_code: 'not_granted', page: null });

    await world.allow(site.origin);
    expect(await conductor.call('browser.ensure', newName(), { url: forbidden })).toMatchObject({
      error_code: 'not_granted',
      page: null,
    });
    const leads = site.add(`<script>location.replace(${JSON.stringify(forbidden)})</script>`);
    const led = newName();
    await conductor.call('browser.ensure', led, { url: leads });
    await world.pageAt(forbidden);
    for (const verb of ['snapshot', 'extract', 'find', 'click', 'waitFor']) {
      const args = { find: { text: 'c' }, click: { selector: 'button' }, waitFor: { text: 'c' } };
      const given = args[verb as keyof typeof args] ?? {};
      expect(await conductor.call(`browser.${verb}`, led, given)).toMatchObject({
        ok: false,
        error_code: 'not_granted',
        page: null,
      });
    }
    const frames = newName();
    const around = `<iframe src="${forbidden}"></iframe><iframe src="data:text/html,<p>${CANARY}"></iframe>
      <iframe sandbox="allow-scripts" srcdoc="<p>${CANARY}</p>"></iframe><a href="${forbidden}" target="_blank">Out</a>`;
    await conductor.call('browser.ensure', frames, { url: site.add(`<h1>Here</h1>${around}`) });
    const read = await conductor.call('browser.snapshot', frames);
    expect(read.result?.['text']).toContain('h1 "Here"');
    await conductor.call('browser.extract', frames);
    const out = await conductor.call('browser.click', frames, { role: 'link', name: 'Out' });
    expect(out.result?.['opened']).toEqual([{ url: forbidden, not_allowed: true }]);

    expect(heard()).not.toContain(CANARY);
    expect(elsewhere.traces).toEqual([]);
  });

  test('as much arrives as the popup allows, for as long as it does', async () => {
    const { conductor, elsewhere } = world;
    await world.allow(elsewhere.origin, 'read');
    const resource = newName();
    const opened = await conductor.call(
      'browser.ensure',
      resource,
      { url: elsewhere.add(SECRET) },
      { level: 'read' },
    );
    expect(opened).toMatchObject({ ok: true });
    const read = await conductor.call('browser.snapshot', resource, {}, { level: 'read' });
    expect(read.result?.['text']).toContain(CANARY);
    const click = { selector: 'button' };
    expect(await conductor.call('browser.click', resource, click)).toMatchObject({
      ok: false,
      error_code: 'not_granted',
    });
    const { grants } = await conductor.first('grant.change', (change) =>
      change.grants.some(({ origin }) => origin === elsewhere.origin),
    );
    const grant = grants.find(({ origin }) => origin === elsewhere.origin);
    await world.tell({ kind: 'popup.end_work', grant_id: grant?.grant_id ?? '' });
    for (const verb of ['snapshot', 'extract'])
      expect(
        await conductor.call(`browser.${verb}`, resource, {}, { level: 'read' }),
      ).toMatchObject({
        ok: false,
        result: null,
      });
    expect(elsewhere.traces).toEqual([]);
  });

  test('nothing arrives once a lent tab leaves its origin, though the chat may work where it went', async () => {
    const { browser, conductor, site, elsewhere } = world;
    await world.allow(site.origin);
    const mine = elsewhere.add('<h1>As lent</h1>');
    const page = await browser.newPage(mine);
    const { origin } = elsewhere;
    const lend = { kind: 'popup.lend_tab', origin, chat_session_id: CHAT } as const;
    await world.tell({ ...lend, tab_id: await tabAt(browser, mine) });
    const { offer_id } = await conductor.first('resource.offer', ({ url }) => url === mine);
    const resource = newName();
    conductor.send({ type: 'resource.adopt', offer_id, resource_id: resource, reason: null });
    const lent = await conductor.call('browser.snapshot', resource);
    expect(lent.result?.['text']).toContain('h1 "As lent"');

    const left = site.add(`<h1>canary-left</h1><button onclick="trace('left')">Do</button>`);
    await page.goto(left);
    await conductor.first('resource.report', ({ resources }) =>
      resources.some((held) => held.resource_id === resource && held.status === 'closed'),
    );
    const nothing = { ok: false, error_code: 'resource_closed', result: null, page: null };
    for (const tool of ['browser.snapshot', 'browser.click'])
      expect(
        await conductor.call(tool, resource, tool.endsWith('click') ? { selector: 'button' } : {}),
      ).toMatchObject(nothing);
    // It stays the person's, and is not lent anew by coming back.
    await page.goto(mine);
    expect(await conductor.call('browser.snapshot', resource)).toMatchObject(nothing);
    expect(site.traces).toEqual([]);
    expect(heard()).not.toContain('canary-left');
    await page.close();
  });
});

describe.for(BROWSER_NAMES)('T6: a site that a chat wants to work in, in %s,', (name) => {
  test('is granted by a press in the popup, and only by that', async () => {
    const servers: Server[] = [];
    onTestFinished(() => {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    });
    const [world, site, other] = await Promise.all([
      createChatWorld(name),
      startWorkSite(servers),
      startWorkSite(servers),
    ]);
    onTestFinished(() => world.dispose());
    const { browser, conductor } = world;
    const any = { kind: 'popup.allow_work', chat_session_id: null, level: 'act' } as const;
    // A browser holds pages from the first site on that its person has allowed. No chat was ever open in this one.
    const first = other.add('<h1>Allowed first</h1>');
    await browser.newPage(first);
    const firstPopup = await browser.openPopup(await tabAt(browser, first));
    await firstPopup.waitForSelector('#work-allow');
    await firstPopup.click('#work-allow');
    const granted = async (): Promise<string[]> => {
      const { items } = (await conductor.ask('GET', '/v1/grants')) as { items: Granted[] };
      return items.map(({ origin }) => origin);
    };
    await world.until('the browser to hold pages', async () => (await granted()).length === 1);

    const made = await conductor.ask('POST', '/v1/sessions', { label: 'A program' });
    const { chat_session_id: chat } = made as { chat_session_id: string };
    const url = site.add('<h1>Asked for</h1>');
    const wanted = { tool: 'browser.ensure', args: { url }, judge: false };
    const calls = `/v1/sessions/${chat}/calls?wait=0`;
    const { call_id } = (await conductor.ask('POST', calls, wanted)) as Call;
    let id = '';
    await world.until('the question', async () => {
      const open = await conductor.ask('GET', '/v1/approvals?decision=open');
      id = (open as { items: { approval_id: string }[] }).items[0]?.approval_id ?? '';
      return id !== '';
    });
    const wish = { ...any, origin: site.origin, until: 'always' } as const;
    // Programs of the person's own, who know the conductor's secret.
    const approve = { decision: 'approve' };
    expect(await conductor.ask('POST', `/v1/approvals/${id}/decision`, approve)).toMatchObject({
      code: 'not_granted',
    });
    await conductor.ask('POST', '/v1/approvals/answers', { ids: [id], ...approve });
    for (const method of ['POST', 'PUT', 'PATCH'])
      expect(await conductor.ask(method, '/v1/grants', wish)).toMatchObject({ code: 'not_found' });
    // The site itself, which the extension may be in.
    const asker = site.add('<h1>Asks for itself</h1>');
    const page = await browser.newPage(asker);
    expect(await page.evaluate(askForItself, browser.extensionOrigin, wish)).toEqual([]);
    expect(await granted()).toEqual([other.origin]);
    expect(await conductor.ask('GET', `/v1/calls/${call_id}`)).toMatchObject({ result: null });

    const popup = await browser.openPopup(await tabAt(browser, asker));
    // While the list moves, no press in it counts.
    const press = '#approval-list:not([data-moved]) [data-grant-until="session"]:not(:disabled)';
    await popup.waitForSelector(press);
    const asks = '#approval-list .place';
    expect(await popup.$eval(asks, ({ textContent }) => textContent)).toBe('The program A program');
    await popup.click(press);
    await world.until('the page to be open', async () => {
      const { status } = (await conductor.ask('GET', `/v1/calls/${call_id}`)) as Call;
      return status === 'succeeded';
    });
    expect(await granted()).toContain(site.origin);
  });
});

interface Granted {
  readonly origin: string;
}

interface Call {
  readonly call_id: string;
  readonly status: string;
}

/** The browser's id of the tab that shows it. */
async function tabAt(browser: TestBrowser, url: string): Promise<number> {
  const own = await browser.openOwnPage('/popup.html');
  const id = await own.evaluate(async (wanted) => {
    const api = globalThis as unknown as Record<'browser' | 'chrome', TabsApi | undefined>;
    const tabs = (await (api.browser ?? api.chrome)?.tabs.query({})) ?? [];
    return tabs.find((tab) => tab.url === wanted)?.id;
  }, url);
  await own.close();
  if (id === undefined) throw new Error(`no tab shows ${url}`);
  return id;
}

interface TabsApi {
  readonly tabs: {
    query(by: object): Promise<readonly { readonly id: number; readonly url?: string }[]>;
  };
}

/** Runs in a page: says to the extension what its popup says, by all ways there are. Resolves with what was answered. */
async function askForItself(own: string, message: object): Promise<unknown[]> {
  const api = globalThis as unknown as Record<'browser' | 'chrome', RuntimeApi | undefined>;
  const runtime = (api.browser ?? api.chrome)?.runtime;
  const ways = [
    async () => runtime?.sendMessage?.(new URL(own).host, message),
    async () => (await fetch(`${own}/popup.html`)).text(),
    async () => postMessage(message, '*'),
  ];
  const answers = await Promise.allSettled(ways.map((way) => way()));
  return answers.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []));
}

interface RuntimeApi {
  readonly runtime?: { sendMessage?(to: string, message: object): Promise<unknown> };
}

import type { Server } from 'node:http';

import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import type { TestBrowser } from '../../kit/browsers.ts';
import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { descendants, killHard } from '../../kit/process-tree.ts';
import { startWorkSite, tellAsPopup, type WorkSite } from '../../kit/resource-pages/work-world.ts';

/** Each handler is told to the site before it is over; what moves afterwards keeps the page from resting. */
const PAGE = `<button onpointerdown="trace('down')" onclick="trace('before'); trace('click');
  setTimeout(() => { trace('after'); let at = 0; const timer = setInterval(() => { document.querySelector('p').textContent = at += 1; if (at > 20) clearInterval(timer); }, 50); })">Do</button>
  <p role="status"></p><script>
  const enable = () => { document.querySelector('button').disabled = false; };</script>`;

interface Call {
  readonly call_id: string;
  readonly status: string;
  readonly error: { readonly code: string; readonly text: string } | null;
}

interface Running {
  readonly world: ChatWorld;
  readonly site: WorkSite;
  readonly chat: string;
  readonly resource: string;
  readonly page: Page;
}

/** Lets what was held go on. */
type Release = () => void | Promise<void>;

interface Clicked {
  readonly callId: string;
  readonly release: Release;
}

async function ask(world: ChatWorld, chat: string, tool: string, more: object = {}): Promise<Call> {
  const path = `/v1/sessions/${chat}/calls?wait=0`;
  const body = { tool, args: {}, judge: false, ...more };
  return (await world.conductor.ask('POST', path, body)) as Call;
}

const shown = async (world: ChatWorld, id: string): Promise<Call> =>
  (await world.conductor.ask('GET', `/v1/calls/${id}`)) as Call;

async function clicks({ world, chat, resource }: Running): Promise<string> {
  const args = { selector: 'button', timeout_ms: 8_000 };
  return (await ask(world, chat, 'browser.click', { resource, args })).call_id;
}

/** Takes a click to one trace of its page, which then stands still. */
async function heldAt(running: Running, trace: string): Promise<Clicked> {
  const { reached, release } = running.site.hold(trace);
  const callId = await clicks(running);
  await reached;
  return { callId, release };
}

const statusOf = ({ world }: Running, callId: string): unknown =>
  world.conductor.query('select status from resource_calls where call_id = ?', callId)[0]?.[
    'status'
  ];

async function reaches(running: Running, callId: string, status: string): Promise<void> {
  await running.world.until(`the call to be ${status}`, () => statusOf(running, callId) === status);
}

/** The moments of a click, from the first row of it to the last. Each leaves it standing there. */
const STEPS: Readonly<Record<string, (running: Running) => Promise<Clicked>>> = {
  'it waits behind another call': async (running) => {
    const { world, chat, resource } = running;
    const args = { text: 'never', timeout_ms: 3_000 };
    const before = await ask(world, chat, 'browser.waitFor', { resource, args });
    await reaches(running, before.call_id, 'dispatched');
    const callId = await clicks(running);
    expect(statusOf(running, callId)).toBe('queued');
    return { callId, release: () => undefined };
  },
  'it is on its way to its browser': async (running) => {
    const release = running.world.holdBack();
    const callId = await clicks(running);
    await reaches(running, callId, 'dispatched');
    return { callId, release };
  },
  'its element is not ready': async (running) => {
    await running.page.evaluate('document.querySelector("button").disabled = true');
    const callId = await clicks(running);
    await reaches(running, callId, 'dispatched');
    return {
      callId,
      // One that is gone never answers.
      release: () => void running.page.evaluate('enable()').catch(() => undefined),
    };
  },
  'the pointer is down': (running) => heldAt(running, 'down'),
  'the press is heard, and not counted': (running) => heldAt(running, 'before'),
  'the press is counted': (running) => heldAt(running, 'click'),
  'the page does not rest': (running) => heldAt(running, 'after'),
  'its conductor does not hear its end': async (running) => {
    const callId = await clicks(running);
    await reaches(running, callId, 'dispatched');
    const { pid } = running.world.conductor;
    process.kill(pid, 'SIGSTOP');
    await running.world.until('the press to be over', () => running.site.traces.includes('after'));
    return {
      callId,
      release: () => {
        // The one that died for it is gone.
        if (running.world.conductor.pid === pid) process.kill(pid, 'SIGCONT');
      },
    };
  },
  'its end is known': async (running) => {
    const callId = await clicks(running);
    await reaches(running, callId, 'succeeded');
    return { callId, release: () => undefined };
  },
};

const DEATHS: Readonly<Record<string, (running: Running) => Promise<unknown>>> = {
  'the conductor dies (kill -9)': async ({ world: { conductor } }) => {
    await conductor.kill9();
    await conductor.start();
  },
  'the background dies (kill -9)': ({ world }) =>
    untilBack(world, async ({ browser }) => {
      await browser.stopBackground();
      // An event starts it again.
      await (await browser.openOwnPage('/popup.html')).close();
    }),
  // As an update does it.
  'the extension is loaded anew (runtime.reload)': ({ world }) =>
    untilBack(world, async ({ browser }) => {
      if (browser.name === 'chromium') await beDeveloper(browser);
      const own = await browser.openOwnPage('/popup.html');
      // It takes its own page along.
      await own.evaluate(reload).catch(() => undefined);
    }),
  // Not through the page: one that waits for its site hears nothing.
  'the page dies (kill -9)': async ({ world: { browser } }) => {
    const shows = descendants(browser.pid).filter(
      ({ name, commandLine }) =>
        name.startsWith('Isolated Web Co') ||
        (commandLine.includes('--type=renderer') && !commandLine.includes('--extension-process')),
    );
    await Promise.all(shows.map(({ pid }) => killHard(pid)));
  },
  'the browser dies (kill -9)': ({ world }) => untilBack(world, () => world.restartBrowser('kill')),
};

/** Chromium loads nothing anew from a folder, and turns it off instead, but for who says that they develop. */
async function beDeveloper({ browser }: TestBrowser): Promise<void> {
  const page = await browser.newPage();
  await page.goto('chrome://extensions');
  await page.evaluate(() =>
    (
      globalThis as unknown as { chrome: ExtensionsApi }
    ).chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true }),
  );
  await page.close();
}

interface ExtensionsApi {
  readonly developerPrivate: { updateProfileConfiguration(to: object): Promise<void> };
}

/** The one that comes after has said hello: a call asked from then on is not for the one that dies. */
async function untilBack(
  world: ChatWorld,
  die: (world: ChatWorld) => Promise<void>,
): Promise<void> {
  const hellos = (): number => world.heard.filter((text) => text.includes('"type":"hello"')).length;
  const before = hellos();
  await die(world);
  await world.until('the background to be back', () => hellos() > before);
}

function reload(): void {
  const api = globalThis as unknown as Record<'browser' | 'chrome', Api | undefined>;
  (api.browser ?? api.chrome)?.runtime.reload();
}

interface Api {
  readonly runtime: { reload(): void };
}

/** Codes of a call of which nobody claims to know whether it was done. */
const UNKNOWN = ['outcome_unknown', 'dialog_open'];

describe.for(BROWSER_NAMES)(
  'T5: a click in %s is made once, and what is said of it is true',
  (name) => {
    const servers: Server[] = [];
    let world: ChatWorld;
    let site: WorkSite;

    beforeAll(async () => {
      [world, site] = await Promise.all([createChatWorld(name), startWorkSite(servers)]);
      const allowed = { chat_session_id: null, level: 'act', until: 'always' } as const;
      await tellAsPopup(world.browser, {
        kind: 'popup.allow_work',
        origin: site.origin,
        ...allowed,
      });
      await world.until('the grant to be known', async () => {
        const { items } = (await world.conductor.ask('GET', '/v1/grants')) as { items: unknown[] };
        return items.length === 1;
      });
    });
    afterAll(async () => {
      await world?.dispose();
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    });

    async function open(): Promise<Running> {
      const made = await world.conductor.ask('POST', '/v1/sessions', { label: 'A program' });
      const { chat_session_id: chat } = made as { chat_session_id: string };
      const url = site.add(PAGE);
      let opened: Partial<Call> = {};
      // Refused, and without an id, until the browser is back after the death before.
      await world.until('a browser to be there', async () => {
        opened = await ask(world, chat, 'browser.ensure', { args: { url } });
        return opened.call_id !== undefined;
      });
      await world.until('the page to be open', async () => {
        const { status, error } = await shown(world, opened.call_id ?? '');
        if (status === 'failed') throw new Error(JSON.stringify(error));
        return status === 'succeeded';
      });
      const target = await world.browser.browser.waitForTarget((each) => each.url() === url);
      const page = await target.page();
      if (page === null) throw new Error(`no page shows ${url}`);
      site.traces.length = 0;
      return { world, site, chat, resource: `browser_${chat}_0`, page };
    }

    describe.for(Object.keys(DEATHS))('%s', (death) => {
      test.for(Object.keys(STEPS))('while %s', async (step) => {
        const running = await open();
        const clicked = await STEPS[step]?.(running);
        if (clicked === undefined) throw new Error(step);
        await DEATHS[death]?.(running);
        await clicked.release();
        await world.until('the click to end', async () =>
          ['succeeded', 'failed', 'unknown'].includes((await shown(world, clicked.callId)).status),
        );
        const { status, error } = await shown(world, clicked.callId);
        const made = site.traces.filter((trace) => trace === 'click').length;
        expect(made).toBeLessThanOrEqual(1);
        const said = { status, code: error?.code ?? null, text: error?.text ?? null };
        if (status === 'succeeded') expect({ ...said, made }).toMatchObject({ made: 1 });
        else if (!UNKNOWN.includes(error?.code ?? ''))
          expect({ ...said, made }).toMatchObject({ made: 0 });
        await world.conductor.ask('DELETE', `/v1/sessions/${running.chat}`);
      });
    });
  },
);

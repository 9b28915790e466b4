import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';

import type { PopupMessage } from '../../../extension/messages/popup-messages.ts';
import { buildExtension } from '../../../launcher/build-extension.ts';
import type { BrowserName } from '../../../launcher/find-browser.ts';
import { BareConductor } from '../bare-conductor.ts';
import { launchBrowser, type LaunchOptions, type TestBrowser } from '../browsers.ts';

/** The chat that works; what a bare conductor calls it. */
export const CHAT = 'chat';

/** A site of its own, that counts what is done in its pages. */
export interface WorkSite {
  readonly origin: string;
  /** Traces of all its pages, by the names that they send. */
  readonly traces: string[];
  /** The next trace of that name waits for an answer until it is released, and its page with it. */
  readonly hold: (trace: string) => HeldTrace;
  /** Where a page of that HTML is found. */
  readonly add: (html: string) => string;
  /** Where the page that was added last is found. */
  readonly last: () => string;
}

export interface HeldTrace {
  readonly reached: Promise<void>;
  readonly release: () => void;
}

/** The shipped extension in a real browser, a bare conductor, and two sites that the browser lets the extension into. */
export interface WorkWorld {
  readonly browser: TestBrowser;
  readonly conductor: BareConductor;
  readonly site: WorkSite;
  readonly elsewhere: WorkSite;
  /** As a person does in the popup. */
  readonly allow: (origin: string, level?: 'read' | 'act') => Promise<void>;
  /** The page of a tab that the extension opened at that address. */
  readonly pageAt: (url: string) => Promise<Page>;
  /** Does a deed of a person in the popup. */
  readonly tell: (message: PopupMessage) => Promise<void>;
  readonly stopBackground: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Puts a trace down before the event that made it is over. */
const TRACE = `<script>function trace(what) { const x = new XMLHttpRequest(); x.open('POST', '/trace/' + what, false); x.send(); }</script>`;

export async function beginWorkWorld(
  name: BrowserName,
  shown: Pick<LaunchOptions, 'isShown'> = {},
): Promise<WorkWorld> {
  const dir = mkdtempSync(join(tmpdir(), `baton-work-${name}-`));
  const servers: Server[] = [];
  const conductor = new BareConductor();
  const [url, site, elsewhere, extensionDir] = await Promise.all([
    conductor.listen(join(dir, 'conductor')),
    startWorkSite(servers),
    startWorkSite(servers),
    buildExtension(name),
  ]);
  const profileDir = join(dir, 'profile');
  const browser = await launchBrowser(name, { extensionDir, profileDir, ...shown });

  const tell = (message: PopupMessage): Promise<void> => tellAsPopup(browser, message);

  await tell({ kind: 'popup.pair', conductor_url: url, code: 'code' });
  return {
    browser,
    conductor,
    site,
    elsewhere,
    tell,
    allow: (origin, level = 'act') =>
      tell({ kind: 'popup.allow_work', origin, chat_session_id: CHAT, level, until: 'session' }),
    async pageAt(wanted) {
      const target = await browser.browser.waitForTarget((each) => each.url() === wanted);
      const page = await target.page();
      if (page === null) throw new Error(`No page shows ${wanted}.`);
      return page;
    },
    async stopBackground() {
      await browser.stopBackground();
      // An event starts it again.
      await (await browser.openOwnPage('/popup.html')).close();
    },
    async end() {
      await browser.close();
      await conductor.close();
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Does a deed of a person in the popup, without its window. */
export async function tellAsPopup(browser: TestBrowser, message: PopupMessage): Promise<void> {
  const own = await browser.openOwnPage('/popup.html');
  const answer = await own.evaluate(async (told) => {
    const api = globalThis as unknown as Record<'browser' | 'chrome', Api | undefined>;
    return (api.browser ?? api.chrome)?.runtime.sendMessage(told);
  }, message);
  await own.close();
  if (Object(answer).ok !== true) throw new Error(JSON.stringify(answer));
}

interface Api {
  readonly runtime: { sendMessage(message: unknown): Promise<unknown> };
}

/** One that counts what its pages trace. `servers` are closed by the caller. */
export async function startWorkSite(servers: Server[]): Promise<WorkSite> {
  const pages: string[] = [];
  const traces: string[] = [];
  const holds = new Map<string, { reach: () => void; released: Promise<void> }>();
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/trace/')) {
      const trace = url.slice('/trace/'.length);
      traces.push(trace);
      const held = holds.get(trace);
      holds.delete(trace);
      held?.reach();
      void (held?.released ?? Promise.resolve()).then(() => response.end());
      return;
    }
    // A form adds what was filled in, and a mark where nothing was.
    const html = pages[Number(url.slice(1).split('?', 1)[0])];
    response.writeHead(html === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
    });
    response.end(html);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    traces,
    hold(trace) {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.set(trace, { reach: reached.resolve, released: released.promise });
      return { reached: reached.promise, release: released.resolve };
    },
    last: () => `${origin}/${pages.length - 1}`,
    add: (html) =>
      `${origin}/${pages.push(`<!doctype html><title>Work</title>${TRACE}${html}`) - 1}`,
  };
}

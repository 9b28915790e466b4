import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from 'puppeteer-core';
import { expect, onTestFinished } from 'vitest';

import type { BrowserName } from '../../launcher/find-browser.ts';
import { pairBrowser } from '../../launcher/pair-browser.ts';
import { waitUntil } from '../../launcher/wait-until.ts';
import { type ChatWorld, createChatWorld } from './chat-world.ts';
import { consentPages } from './own-page.ts';
import { startRecordingBridge } from './recording-bridge.ts';

export const LIMIT_MS = 30_000;

/** A browser without a pairing, gone when the test is over. */
export async function unpairedWorld(name: BrowserName): Promise<ChatWorld> {
  const world = await createChatWorld(name, { paired: false });
  onTestFinished(() => world.dispose());
  return world;
}

/** All a page can do: it looks like the conductor's, lies invisible over the whole window, and clicks itself. */
const HOSTILE_PAGE = `<!doctype html><title>You have won</title><body>
<button id="pair-browser" style="position:fixed;inset:0;width:100%;height:100%;opacity:0">x</button>
<p id="pair-status"></p>
<script>
  const button = document.querySelector('#pair-browser');
  let forged = 0;
  setInterval(() => {
    button.click();
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    document.documentElement.dataset.forged = String(++forged);
  }, 20);
</script>`;

export interface HostileSite {
  readonly url: string;
  /** Requests to it, beside its page. */
  readonly asked: readonly string[];
}

export async function startHostileSite(port = 0): Promise<HostileSite> {
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    if (request.url !== '/pair') asked.push(`${request.method} ${request.url}`);
    answer.setHeader('content-type', 'text/html').end(HOSTILE_PAGE);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** A browser paired at an address behind which then, with the conductor gone, a hostile page stands. */
export async function takenOver(current: ChatWorld): Promise<HostileSite> {
  const bridge = await startRecordingBridge(current.conductor.url);
  await pairBrowser(current.browser, {
    ...current.conductor.admin,
    async offerPairing() {
      const offer = await current.conductor.admin.offerPairing();
      return { ...offer, link: offer.link.replace(current.conductor.url, bridge.url) };
    },
  });
  await bridge.close();
  return startHostileSite(Number(new URL(bridge.url).port));
}

/** Fifty forged clicks later. */
export async function untilForged(page: Page): Promise<void> {
  await page.waitForFunction(() => Number(document.documentElement.dataset['forged']) > 50, {
    polling: 20,
  });
}

/** As the person does whom the page has made believe that something else lies there. */
export async function clickInTheMiddle(page: Page): Promise<void> {
  await page.bringToFront();
  await untilForged(page);
  await page.mouse.click(200, 200);
}

/** Returns the marks of the extension that a page can see. */
export const marks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(document.documentElement.dataset).filter((key) => key.startsWith('baton')),
  );

/** The one tab that asks. */
export async function consent(current: ChatWorld): Promise<Page> {
  return waitUntil('the extension to ask', LIMIT_MS, async () => {
    const [page, ...more] = await consentPages(current.browser.browser);
    expect(more).toEqual([]);
    return page ?? null;
  });
}

export async function unpair(current: ChatWorld): Promise<void> {
  const settings = await current.browser.openOwnPage('/options.html');
  await settings.waitForSelector('#paired:not([hidden])');
  await settings.click('#unpair');
  await settings.click('#unpair');
  await settings.waitForSelector('#pairing:not([hidden])');
  await settings.close();
}

export async function connected(popup: Page): Promise<void> {
  await popup.waitForFunction(() => document.querySelector('#link')?.textContent === 'Connected', {
    polling: 20,
  });
}

export async function offered(current: ChatWorld): Promise<Page> {
  const { link } = await current.conductor.admin.offerPairing();
  const page = await current.browser.newPage(link);
  await page.waitForSelector('html[data-baton-extension=present]');
  await page.bringToFront();
  await page.click('#pair-browser');
  return page;
}

export const shown = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => element.textContent);

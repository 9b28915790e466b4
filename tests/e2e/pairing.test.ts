import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { pairBrowser } from '../../launcher/pair-browser.ts';
import { waitUntil } from '../../launcher/wait-until.ts';
import { type ChatWorld, createChatWorld } from '../support/chat-world.ts';
import { consentPages } from '../support/own-page.ts';
import { startRecordingBridge } from '../support/recording-bridge.ts';

const LIMIT_MS = 30_000;

let world: ChatWorld | undefined;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  await world?.dispose();
  world = undefined;
});

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

interface HostileSite {
  readonly url: string;
  /** What was asked of it, beside its page. */
  readonly asked: readonly string[];
}

async function startHostileSite(port = 0): Promise<HostileSite> {
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    if (request.url !== '/pair') asked.push(`${request.method} ${request.url}`);
    answer.setHeader('content-type', 'text/html').end(HOSTILE_PAGE);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** A browser paired at an address behind which then, with the conductor gone, a hostile page stands. */
async function takenOver(current: ChatWorld): Promise<HostileSite> {
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
async function untilForged(page: Page): Promise<void> {
  await page.waitForFunction(() => Number(document.documentElement.dataset['forged']) > 50, {
    polling: 20,
  });
}

/** As the person does whom the page has made believe that something else lies there. */
async function clickInTheMiddle(page: Page): Promise<void> {
  await page.bringToFront();
  await untilForged(page);
  await page.mouse.click(200, 200);
}

/** What the extension lets a page see of itself. */
const marks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(document.documentElement.dataset).filter((key) => key.startsWith('baton')),
  );

/** The one tab that asks. */
async function consent(current: ChatWorld): Promise<Page> {
  return waitUntil('the extension to ask', LIMIT_MS, async () => {
    const [page, ...more] = await consentPages(current.browser.browser);
    expect(more).toEqual([]);
    return page ?? null;
  });
}

async function unpair(current: ChatWorld): Promise<void> {
  const popup = await current.browser.openPopup();
  await popup.waitForSelector('#footer:not([hidden])');
  await popup.click('#unpair');
  await popup.click('#unpair');
  await popup.waitForSelector('#pairing:not([hidden])');
  await popup.close();
}

async function connected(popup: Page): Promise<void> {
  await popup.waitForFunction(() => document.querySelector('#link')?.textContent === 'Connected', {
    polling: 20,
  });
}

async function offered(current: ChatWorld): Promise<Page> {
  const { link } = await current.conductor.admin.offerPairing();
  const page = await current.browser.newPage(link);
  await page.waitForSelector('html[data-baton-extension=present]');
  await page.bringToFront();
  await page.click('#pair-browser');
  return page;
}

const shown = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => element.textContent);

describe.each(['chromium', 'firefox'] as const)('pairing in %s', (name) => {
  it('takes the six digits a person types into the popup, and says what is wrong with others', async () => {
    world = await createChatWorld(name, { paired: false });
    const { conductor } = world;
    const popup = await world.browser.openPopup();
    await popup.waitForSelector('#pairing:not([hidden])');
    await popup.click('summary');
    await popup.$eval('#pairing-url', (input) => {
      (input as HTMLInputElement).value = '';
    });
    await popup.type('#pairing-url', conductor.url);

    const { code } = await conductor.admin.offerPairing();
    const wrong = code === '000000' ? '000001' : '000000';
    await popup.type('#pairing-code', wrong);
    await popup.click('#pairing button');
    await popup.waitForFunction(
      () =>
        document.querySelector('#pairing-outcome')?.textContent?.includes('wrong, used or expired'),
      { polling: 20 },
    );

    await popup.$eval('#pairing-code', (input) => {
      (input as HTMLInputElement).value = '';
    });
    await popup.type('#pairing-code', code);
    await popup.click('#pairing button');
    await connected(popup);
    const { clients } = await conductor.admin.status();
    expect(clients).toMatchObject([{ connected: true }]);
  });

  it('takes the whole link in the same field, and shows whose it is before it is sent', async () => {
    world = await createChatWorld(name, { paired: false });
    const { conductor } = world;
    const popup = await world.browser.openPopup();
    await popup.waitForSelector('#pairing:not([hidden])');
    const { link } = await conductor.admin.offerPairing();
    await popup.type('#pairing-code', link);
    expect(await popup.$eval('#pairing-url', (input) => (input as HTMLInputElement).value)).toBe(
      conductor.url,
    );
    expect(await popup.$('#pairing details[open]')).not.toBeNull();
    await popup.click('#pairing button');
    await connected(popup);
  });

  it('by the link is asked for in a page of our own, and answered there by hand alone', async () => {
    world = await createChatWorld(name, { paired: false });
    const { conductor } = world;
    // From here on a person has named the address once.
    await pairBrowser(world.browser, conductor.admin);
    await unpair(world);

    const page = await offered(world);
    const asking = await consent(world);
    await asking.waitForSelector('#pair:enabled');
    expect(await shown(asking, '#address')).toBe(conductor.url);
    expect(await shown(page, '#pair-status')).toBe('Baton asks you in a tab of its own.');
    // Not by a script, not even in that page.
    await asking.$eval('#pair', (button) => {
      (button as HTMLButtonElement).click();
      button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });
    expect((await conductor.admin.status()).clients).toMatchObject([{ connected: false }]);

    // A newer offer is asked about in the same tab, and its code is the one that pairs.
    const before = await asking.evaluate(() => location.search);
    const newer = await offered(world);
    await waitUntil('the newer offer to be taken', LIMIT_MS, async () => {
      await newer.waitForSelector('html[data-baton-pairing]');
      if ((await newer.$('html[data-baton-pairing=asked]')) !== null) return true;
      await newer.click('#pair-browser');
      return null;
    });
    await asking.waitForFunction((old) => location.search !== old, { polling: 20 }, before);
    expect(await consentPages(world.browser.browser)).toHaveLength(1);
    await asking.bringToFront();
    await asking.waitForSelector('#pair:enabled');
    await asking.click('#pair');
    await asking.waitForSelector('#over:not([hidden])');
    expect(await shown(asking, '#over-title')).toBe('This browser is paired');
    const { clients } = await conductor.admin.status();
    expect(clients.filter((client) => client.connected)).toHaveLength(1);

    // And not a second time while that stands, from the conductor's own page even.
    const again = await offered(world);
    await again.waitForSelector('html[data-baton-pairing=failed]');
    expect(await shown(again, '#pair-status')).toContain('unpair it first');
  });

  it('is not begun by a page at another port, whatever it shows and clicks', async () => {
    world = await createChatWorld(name, { paired: false });
    const stranger = await startHostileSite();
    const page = await world.browser.newPage(`${stranger.url}/pair#code=made-up`);
    await clickInTheMiddle(page);

    // What comes after it in the same background is asked about, alone.
    const known = await takenOver(world);
    await unpair(world);
    const next = await world.browser.newPage(`${known.url}/pair#code=made-up`);
    await next.waitForSelector('html[data-baton-extension=present]');
    await untilForged(next);
    expect(await marks(next)).toEqual(['batonExtension']);
    expect(await consentPages(world.browser.browser)).toEqual([]);
    await clickInTheMiddle(next);
    const asking = await consent(world);
    await asking.waitForSelector('#offer:not([hidden])');
    expect(await shown(asking, '#address')).toBe(known.url);
    expect(await marks(page)).toEqual([]);

    // A page that stands where the conductor stood can have a person asked, and no more.
    expect([...stranger.asked, ...known.asked].filter((what) => what.startsWith('POST'))).toEqual(
      [],
    );
    await asking.bringToFront();
    await asking.click('#not-now');
    await waitUntil('the tab to close', LIMIT_MS, async () =>
      (await consentPages(current().browser.browser)).length === 0 ? true : null,
    );
    expect(known.asked.filter((what) => what.startsWith('POST'))).toEqual([]);
  });

  it('is not done anew by a page at any port, while a pairing stands', async () => {
    world = await createChatWorld(name, { paired: false });
    const known = await takenOver(world);
    const stranger = await startHostileSite();
    for (const { url } of [stranger, known]) {
      const page = await world.browser.newPage(`${url}/pair#code=made-up`);
      await clickInTheMiddle(page);
      if (url === stranger.url) continue;
      await page.waitForSelector('html[data-baton-pairing=failed]');
      expect(await shown(page, '#pair-status')).toContain('unpair it first');
    }
    expect(await consentPages(world.browser.browser)).toEqual([]);
    expect([...stranger.asked, ...known.asked].filter((what) => what.startsWith('POST'))).toEqual(
      [],
    );
    const popup = await world.browser.openPopup();
    await popup.waitForSelector('#footer:not([hidden])');
    expect(await shown(popup, '#conductor-url')).toBe(known.url);
  });
});

function current(): ChatWorld {
  if (world === undefined) throw new Error('There is no world.');
  return world;
}

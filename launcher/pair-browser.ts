import type { Page } from 'puppeteer-core';
import type { ConductorAdmin } from './conductor-admin.ts';
import type { BrowserName } from './find-browser.ts';
import { openExtensionPage } from './open-extension-page.ts';
import type { OpenedBrowser } from './opened-browser.ts';
import { WaitLimitError, waitUntil } from './wait-until.ts';

const RECONNECT_LIMIT_MS = 15_000;
const PAIRING_LIMIT_MS = 30_000;

/** How browsers name themselves when they are paired. */
const CLAIMED_NAME: Readonly<Record<BrowserName, RegExp>> = {
  chromium: /chrom/i,
  firefox: /firefox/i,
};

type Opened = Pick<OpenedBrowser, 'name' | 'browser' | 'extensionOrigin'>;

/** Was a browser of that name paired with the conductor before? */
export async function wasPaired(name: BrowserName, admin: ConductorAdmin): Promise<boolean> {
  const { clients } = await admin.status();
  return clients.some((client) => CLAIMED_NAME[name].test(client.browser.name));
}

/** A browser paired earlier connects by itself soon after its start; one the conductor does not know will not. */
export async function reconnects(name: BrowserName, admin: ConductorAdmin): Promise<boolean> {
  try {
    await untilConnected(name, admin, RECONNECT_LIMIT_MS);
    return true;
  } catch (error) {
    if (error instanceof WaitLimitError) return false;
    throw error;
  }
}

/**
 * Pairs the browser with the conductor as a person does: in the extension's own popup, with the six digits and the
 * conductor's address. The browser was opened with `drivesExtension`. A pairing that stands there is ended first.
 */
export async function pairBrowser(opened: Opened, admin: ConductorAdmin): Promise<void> {
  const { code, link } = await admin.offerPairing();
  const page = await opened.browser.newPage();
  try {
    await openExtensionPage(page, `${opened.extensionOrigin}/options.html`);
    await endPairing(page);
    await enter(page, '#pairing-url', new URL(link).origin);
    await enter(page, '#pairing-code', code);
    await page.click('#pairing button');
    await untilShown(page, '#paired, #pairing-outcome:not(:empty)');
    const trouble = await page.$eval('#pairing-outcome', (element) => element.textContent);
    if (trouble !== '') throw new Error(`The browser could not be paired: ${trouble}`);
  } finally {
    await page.close();
  }
  await untilConnected(opened.name, admin, PAIRING_LIMIT_MS);
}

async function endPairing(settings: Page): Promise<void> {
  await untilShown(settings, '#pairing, #paired');
  // A pairing the conductor has refused makes way by itself.
  if ((await settings.$('#pairing:not([hidden])')) !== null) return;
  // It asks back.
  await settings.click('#unpair');
  await settings.click('#unpair');
  await settings.waitForSelector('#paired[hidden]', { timeout: PAIRING_LIMIT_MS });
}

/** Over what stands there. The address is folded away: a person unfolds it first. */
async function enter(popup: Page, selector: string, text: string): Promise<void> {
  await popup.$eval(selector, (input) => {
    const folded = input.closest('details');
    if (folded !== null) folded.open = true;
    (input as HTMLInputElement).select();
  });
  await popup.type(selector, text);
}

async function untilShown(popup: Page, selectors: string): Promise<void> {
  const shown = selectors.split(', ').map((selector) => `${selector}:not([hidden])`);
  await popup.waitForSelector(shown.join(', '), { timeout: PAIRING_LIMIT_MS });
}

function untilConnected(
  name: BrowserName,
  admin: ConductorAdmin,
  limitMs: number,
): Promise<string> {
  return waitUntil(`${name} to connect`, limitMs, async () => {
    const { clients } = await admin.status();
    const connected = clients.find(
      (client) => client.connected && CLAIMED_NAME[name].test(client.browser.name),
    );
    return connected?.client_id ?? null;
  });
}

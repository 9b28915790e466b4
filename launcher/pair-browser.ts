import type { Page } from 'puppeteer-core';
import type { ConductorAdmin } from './conductor-admin.ts';
import type { BrowserName } from './find-browser.ts';
import { openExtensionPage } from './open-extension-page.ts';
import type { OpenedBrowser } from './opened-browser.ts';
import { WaitLimitError, waitUntil } from './wait-until.ts';

const CONNECTION_LIMIT_MS = 15_000;
const PAIRING_LIMIT_MS = 30_000;

/** How browsers name themselves when they are paired. */
const CLAIMED_NAME: Readonly<Record<BrowserName, RegExp>> = {
  chromium: /chrom/i,
  firefox: /firefox/i,
};

type Opened = Pick<OpenedBrowser, 'name' | 'browser' | 'extensionOrigin'>;

/** A browser paired earlier connects by itself soon after its start; one the conductor does not know will not. */
export function connects(clientId: string, admin: ConductorAdmin): Promise<boolean> {
  return becomes(clientId, admin, true);
}

export function disconnects(clientId: string, admin: ConductorAdmin): Promise<boolean> {
  return becomes(clientId, admin, false);
}

async function becomes(
  clientId: string,
  admin: ConductorAdmin,
  connected: boolean,
): Promise<boolean> {
  try {
    return await waitUntil('the browser', CONNECTION_LIMIT_MS, async () => {
      const { clients } = await admin.status();
      const isNow = clients.some((each) => each.client_id === clientId && each.connected);
      return isNow === connected ? true : null;
    });
  } catch (error) {
    if (error instanceof WaitLimitError) return false;
    throw error;
  }
}

/**
 * Pairs the browser with the conductor as a person does: in the extension's own popup, with the six digits and the
 * conductor's address. The browser was opened with `drivesExtension`. A pairing that stands there is ended first. Returns
 * the id by which the conductor knows it.
 */
export async function pairBrowser(opened: Opened, admin: ConductorAdmin): Promise<string> {
  const before = new Set((await admin.status()).clients.map((client) => client.client_id));
  const { code, link } = await admin.offerPairing();
  const page = await opened.browser.newPage();
  try {
    await openExtensionPage(page, `${opened.extensionOrigin}/options.html`);
    await endPairing(page);
    await enter(page, '#pairing-url', new URL(link).origin);
    await enter(page, '#pairing-code', code);
    await page.click('#pairing button');
    await untilShown(page, '#paired, #pairing-outcome:not(:empty)');
    // The form goes with the trouble.
    const trouble = await page.$$eval('#pairing-outcome', ([told]) => told?.textContent ?? '');
    if (trouble !== '') throw new Error(`The browser could not be paired: ${trouble}`);
  } finally {
    await page.close();
  }
  return waitUntil(`${opened.name} to connect`, PAIRING_LIMIT_MS, async () => {
    const { clients } = await admin.status();
    const connected = clients.find(
      (client) =>
        client.connected &&
        !before.has(client.client_id) &&
        CLAIMED_NAME[opened.name].test(client.browser.name),
    );
    return connected?.client_id ?? null;
  });
}

/** Resolves once the extension's background runs: its settings show nothing without it. */
export async function untilBackgroundAnswers(opened: Opened): Promise<void> {
  const page = await opened.browser.newPage();
  try {
    await openExtensionPage(page, `${opened.extensionOrigin}/options.html`);
    await untilShown(page, '#pairing, #paired');
  } finally {
    await page.close();
  }
}

async function endPairing(settings: Page): Promise<void> {
  await untilShown(settings, '#pairing, #paired');
  // A pairing the conductor has refused makes way by itself.
  if ((await settings.$('#pairing')) !== null) return;
  // It asks back.
  await settings.click('#unpair');
  await settings.click('#unpair');
  await untilShown(settings, '#pairing');
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

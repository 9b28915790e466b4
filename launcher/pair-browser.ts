import type { Browser } from 'puppeteer-core';
import type { ConductorAdmin } from './conductor-admin.ts';
import type { BrowserName } from './find-browser.ts';
import { WaitLimitError, waitUntil } from './wait-until.ts';

const RECONNECT_LIMIT_MS = 15_000;
const EXTENSION_LIMIT_MS = 30_000;
const PAIRING_LIMIT_MS = 30_000;

/** How browsers name themselves when they are paired. */
const CLAIMED_NAME: Readonly<Record<BrowserName, RegExp>> = {
  chromium: /chrom/i,
  firefox: /firefox/i,
};

/** Pairs the opened browser with the conductor unless it already is. Says which it was. */
export async function ensurePaired(
  name: BrowserName,
  browser: Browser,
  admin: ConductorAdmin,
): Promise<'already' | 'now'> {
  if (await reconnects(name, admin)) return 'already';
  await pair(browser, admin);
  await waitUntil(`${name} to connect after its pairing`, PAIRING_LIMIT_MS, () =>
    connectedClient(name, admin),
  );
  return 'now';
}

/** A browser paired earlier connects by itself soon after its start; one the conductor never met will not. */
async function reconnects(name: BrowserName, admin: ConductorAdmin): Promise<boolean> {
  const { clients } = await admin.status();
  if (!clients.some((client) => CLAIMED_NAME[name].test(client.browser.name))) return false;
  try {
    await waitUntil(`${name} to connect`, RECONNECT_LIMIT_MS, () => connectedClient(name, admin));
    return true;
  } catch (error) {
    if (error instanceof WaitLimitError) return false;
    throw error;
  }
}

async function connectedClient(name: BrowserName, admin: ConductorAdmin): Promise<string | null> {
  const { clients } = await admin.status();
  const connected = clients.find(
    (client) => client.connected && CLAIMED_NAME[name].test(client.browser.name),
  );
  return connected?.client_id ?? null;
}

/** As a person does it: opens the conductor's page and clicks its button. */
async function pair(browser: Browser, admin: ConductorAdmin): Promise<void> {
  const { link } = await admin.offerPairing();
  const page = await browser.newPage();
  try {
    await page.goto(link, { waitUntil: 'load' });
    await page
      .waitForSelector('html[data-baton-extension=present]', { timeout: EXTENSION_LIMIT_MS })
      .catch((cause: unknown) => {
        throw new Error('The extension does not show itself on the pairing page.', { cause });
      });
    await page.click('#pair-browser');
    await page.waitForSelector('html[data-baton-pairing]', { timeout: PAIRING_LIMIT_MS });
    const { outcome, text } = await page.evaluate(() => ({
      outcome: document.documentElement.dataset['batonPairing'],
      text: document.querySelector('#pair-status')?.textContent ?? '',
    }));
    if (outcome !== 'paired') throw new Error(`The browser could not be paired: ${text}`);
  } finally {
    await page.close();
  }
}

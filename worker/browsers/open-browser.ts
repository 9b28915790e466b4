import type { Browser } from 'puppeteer-core';

import type { Adapter } from '../calls/executor.ts';

export type BrowserAdapter = Extract<Adapter, 'cdp' | 'bidi'>;

/**
 * Opens a browser of the worker's own: with a temporary profile, seen by nobody. Chromium has no port that others could speak
 * to. Firefox has one, which is for whoever asks first; where that is not us, this rejects, and the browser ends.
 */
export async function openBrowser(
  adapter: BrowserAdapter,
  executablePath: string,
): Promise<Browser> {
  // Loaded late: most workers open no browser.
  const { default: puppeteer } = await import('puppeteer-core');
  const common = {
    executablePath,
    headless: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    defaultViewport: { width: 1_280, height: 800 },
  };
  if (adapter === 'bidi')
    return denyDownloads(await puppeteer.launch({ ...common, browser: 'firefox' }));
  return puppeteer.launch({
    ...common,
    pipe: true,
    // Chromium refuses to run its sandbox as root; for anyone else the sandbox stays.
    args: ['--mute-audio', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}

/**
 * Unless told otherwise, Firefox puts what a page offers into the person's folder, unasked. Puppeteer has neither the command
 * nor the type of the connection. Source: https://w3c.github.io/webdriver-bidi/#command-browser-setDownloadBehavior
 */
async function denyDownloads(browser: Browser): Promise<Browser> {
  const { connection } = browser as unknown as {
    readonly connection: { send(method: string, params: object): Promise<unknown> };
  };
  try {
    await connection.send('browser.setDownloadBehavior', { downloadBehavior: { type: 'denied' } });
    return browser;
  } catch (cause) {
    await browser.close();
    throw new Error('This Firefox cannot be kept from downloading: a newer one can.', { cause });
  }
}

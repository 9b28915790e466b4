import type { Browser } from 'puppeteer-core';

import type { Adapter } from '../calls/executor.ts';

export type BrowserAdapter = Extract<Adapter, 'cdp' | 'bidi'>;

export interface Opening {
  readonly adapter: BrowserAdapter;
  readonly executablePath: string;
  readonly headless: boolean;
  /** Folder of the profile; null: a temporary one. */
  readonly profile: string | null;
}

/**
 * Opens a browser of the worker's own. Chromium has no port that others could speak to. Firefox has one, which is for
 * whoever asks first; where that is not us, this rejects, and the browser ends.
 */
export async function openBrowser({
  adapter,
  executablePath,
  headless,
  profile,
}: Opening): Promise<Browser> {
  // Loaded late: most workers open no browser.
  const { default: puppeteer } = await import('puppeteer-core');
  const common = {
    executablePath,
    headless,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    defaultViewport: { width: 1_280, height: 800 },
    ...(profile !== null && { userDataDir: profile }),
  };
  if (adapter === 'bidi')
    // guard: worker-downloads
    return denyDownloads(await puppeteer.launch({ ...common, browser: 'firefox' }));
  return puppeteer.launch({
    ...common,
    pipe: true,
    downloadBehavior: { policy: 'deny' },
    // Chromium refuses to run its sandbox as root; for anyone else the sandbox stays.
    args: ['--mute-audio', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}

/** Speaks to a browser that a person started. Its windows stay as they are, and so does where it puts downloads. */
export async function attachToBrowser(adapter: BrowserAdapter, url: string): Promise<Browser> {
  const { default: puppeteer } = await import('puppeteer-core');
  const common = { defaultViewport: null };
  if (adapter === 'bidi')
    return puppeteer.connect({ ...common, browserWSEndpoint: url, protocol: 'webDriverBiDi' });
  return puppeteer.connect(
    url.startsWith('http') ? { ...common, browserURL: url } : { ...common, browserWSEndpoint: url },
  );
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

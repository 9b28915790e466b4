import type { Browser } from 'puppeteer-core';

import type { Adapter } from '../calls/executor.ts';

export type BrowserAdapter = Extract<Adapter, 'cdp' | 'bidi'>;

/** Opens a browser of the worker's own: with a temporary profile, seen by nobody, and no port that others could speak to. */
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
  if (adapter === 'bidi') return puppeteer.launch({ ...common, browser: 'firefox' });
  return puppeteer.launch({
    ...common,
    pipe: true,
    // Chromium refuses to run its sandbox as root; for anyone else the sandbox stays.
    args: ['--mute-audio', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}

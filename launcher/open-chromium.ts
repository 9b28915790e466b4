import puppeteer from 'puppeteer-core';
import { closeBrowser, killGroup, processEnd } from './end-process.ts';
import type { OpenBrowserOptions, OpenedBrowser } from './opened-browser.ts';

/** Opens Chromium over a debugging pipe: no port that another program could speak to. */
export async function openChromium(options: OpenBrowserOptions): Promise<OpenedBrowser> {
  const browser = await puppeteer.launch({
    executablePath: options.executablePath,
    pipe: true,
    // puppeteer's own switches make a test browser (no throttling, no phishing check, no popup blocker).
    // Ours is used by a person, and tests want what the person has.
    ignoreDefaultArgs: true,
    args: [...chromiumSwitches(options), 'about:blank'],
    acceptInsecureCerts: options.acceptInsecureCerts ?? false,
    defaultViewport: null,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const child = browser.process();
  if (child?.pid === undefined) throw new Error('Chromium started without a process id.');
  try {
    const extensionId = await browser.installExtension(options.extensionDir);
    return {
      name: 'chromium',
      browser,
      pid: child.pid,
      extensionOrigin: `chrome-extension://${extensionId}`,
      exited: processEnd(child),
      close: () => closeBrowser(browser, child),
    };
  } catch (error) {
    killGroup(child);
    throw error;
  }
}

/** Returns the switches for every start of a profile, with or without a driver. */
export function chromiumSwitches(options: OpenBrowserOptions): string[] {
  return [
    `--user-data-dir=${options.profileDir}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--hide-crash-restore-bubble',
    // The same key with and without a desktop's keyring, or logins made in one are lost in the other.
    '--password-store=basic',
    ...(options.headless ? ['--headless=new', '--hide-scrollbars', '--mute-audio'] : []),
    // Chromium refuses to run its sandbox as root; for anyone else the sandbox stays.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...(options.args ?? []),
  ];
}

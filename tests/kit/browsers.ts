import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Target } from 'puppeteer-core';
import type { BrowserName } from '../../launcher/find-browser.ts';
import { ensureBrowser } from '../../launcher/ensure-browser.ts';
import { openBrowser } from '../../launcher/open-browser.ts';
import { openExtensionPage } from '../../launcher/open-extension-page.ts';
import type { OpenedBrowser } from '../../launcher/opened-browser.ts';
import type { ConnectProxy } from './connect-proxy.ts';
import { startConnectProxy } from './connect-proxy.ts';
import type { PrefValue } from '../../launcher/firefox-profile.ts';
import { descendants, killHard } from './process-tree.ts';

export interface LaunchOptions {
  /** The built extension; `.output/chrome-mv3` and `.output/firefox-mv2` hold the shipped ones. */
  readonly extensionDir: string;
  /** Kept: launching again with the same folder is restarting the same browser. */
  readonly profileDir: string;
  /** True host names played by local TLS servers, for example `{ 'chatgpt.com': 41234 }`. Every other host is out of reach. */
  readonly hosts?: Readonly<Record<string, number>>;
  /** Language of Chromium's own words and so of the extension's; Firefox has the language it was installed with. */
  readonly language?: string;
  /** With windows, on the desktop that `DISPLAY` names. */
  readonly isShown?: boolean;
}

/** A real browser, headless unless asked otherwise, opened the way `npm start` opens it, with the extension in it. */
export interface TestBrowser extends OpenedBrowser {
  newPage(url?: string): Promise<Page>;
  /** The popup as a page of its own; with `tabId` it shows what it would show over that tab. */
  openPopup(tabId?: number): Promise<Page>;
  /** A page of the extension's, by its path. */
  openOwnPage(path: string): Promise<Page>;
  /**
   * Ends the extension's background with `kill -9` on the process that runs it, as a crash does, and resolves once
   * that process is gone. Extension pages open in tabs live in the same process and die with it; content scripts do not.
   *
   * Firefox 153 starts a persistent background page again by itself within half a second. Chromium 156 starts the
   * service worker again on its next event only: a message from a page, an alarm, or the popup being opened. Throws
   * when nothing runs, which in Chromium may be so 30 s after the last event.
   */
  stopBackground(): Promise<void>;
  /** Ends the process that shows a page, as a crash of its tab does; the tab stays, and shows that it crashed. */
  crashTab(page: Page): Promise<void>;
  /** Takes the pages at an address out of memory, as the browser does with tabs long unused; the tabs stay. */
  discardTabs(url: string): Promise<void>;
  /** Ends the whole browser with `kill -9`, as a power cut does. Launch again with the same profile to restart it. */
  kill(): Promise<void>;
}

export async function launchBrowser(
  name: BrowserName,
  options: LaunchOptions,
): Promise<TestBrowser> {
  const hosts = options.hosts ?? {};
  const proxy = name === 'firefox' ? await startConnectProxy(hosts) : null;
  let opened: OpenedBrowser;
  try {
    opened = await openBrowser(name, {
      executablePath: await ensureBrowser(name, (line) => console.error(line)),
      extensionDir: options.extensionDir,
      profileDir: options.profileDir,
      headless: options.isShown !== true,
      acceptInsecureCerts: true,
      drivesExtension: true,
      args: name === 'chromium' ? chromiumTestSwitches(hosts, options.language) : [],
      ...(proxy !== null && { firefoxPrefs: firefoxTestPrefs(proxy) }),
    });
  } catch (error) {
    await proxy?.close();
    throw error;
  }
  const { browser, pid, extensionOrigin } = opened;
  void opened.exited.then(() => proxy?.close());

  const openOwnPage = async (path: string): Promise<Page> => {
    const page = await browser.newPage();
    await openExtensionPage(page, extensionOrigin + path);
    return page;
  };

  return {
    ...opened,
    openOwnPage,

    newPage: async (url) => {
      const page = await browser.newPage();
      if (url !== undefined) await page.goto(url, { waitUntil: 'domcontentloaded' });
      return page;
    },

    openPopup: (tabId) => openOwnPage(`/popup.html${tabId === undefined ? '' : `?tab=${tabId}`}`),

    discardTabs: async (url) => {
      const own = await openOwnPage('/popup.html');
      // A tab that is looked at is not discarded.
      await own.bringToFront();
      await own.evaluate(async (address) => {
        const { browser: ofFirefox, chrome } = globalThis as unknown as Record<string, TabsApi>;
        const tabs = (ofFirefox ?? chrome)?.tabs;
        const found = (await tabs?.query({ url: address })) ?? [];
        for (const { id } of found) await tabs?.discard(id);
        const discarded = (await tabs?.query({ url: address, discarded: true })) ?? [];
        if (discarded.length === 0) throw new Error(`The browser did not discard ${address}.`);
      }, url);
      await own.close();
    },

    stopBackground: async () => {
      const running = descendants(pid).filter(({ name: processName, commandLine }) =>
        name === 'firefox'
          ? processName === 'WebExtensions'
          : commandLine.includes('--extension-process'),
      );
      if (running.length === 0) {
        throw new Error(`No ${name} process runs the extension's background now.`);
      }
      await Promise.all(running.map((each) => killHard(each.pid)));
      // The browser notices a moment later; until then it would hand events to the dead.
      while (browser.targets().some((each) => isWorkerOf(each, extensionOrigin))) await delay(5);
    },

    crashTab: async (page) => {
      if (name === 'chromium') {
        const crashed = new Promise((resolve) => page.once('error', resolve));
        // Never answered: what would answer is gone.
        void page
          .createCDPSession()
          .then((session) => session.send('Page.crash').catch(() => null));
        await crashed;
        return;
      }
      const shows = descendants(pid).filter(({ name: processName }) =>
        processName.startsWith('Isolated Web Co'),
      );
      await Promise.all(shows.map((each) => killHard(each.pid)));
    },

    kill: async () => {
      const all = descendants(pid).map((each) => each.pid);
      // The main process first, or it would see its children die and write things down.
      for (const each of [pid, ...all]) await killHard(each);
      await opened.exited;
    },
  };
}

interface TabsApi {
  readonly tabs: {
    query(by: {
      readonly url: string;
      readonly discarded?: boolean;
    }): Promise<readonly { readonly id: number }[]>;
    discard(tabId: number): Promise<unknown>;
  };
}

function isWorkerOf(target: Target, extensionOrigin: string): boolean {
  return target.type() === 'service_worker' && target.url().startsWith(extensionOrigin);
}

function chromiumTestSwitches(
  hosts: Readonly<Record<string, number>>,
  language = 'en-US',
): string[] {
  const rules = Object.entries(hosts).map(([host, port]) => `MAP ${host} 127.0.0.1:${port}`);
  const loopback = ['EXCLUDE localhost', 'EXCLUDE *.localhost', 'EXCLUDE 127.0.0.1'];
  return [
    // No name but the given ones and loopback resolves.
    `--host-resolver-rules=${[...rules, 'MAP * ~NOTFOUND', ...loopback].join(', ')}`,
    `--lang=${language}`,
    // A service worker started in a spare process could not be told from a page by its command line.
    '--disable-features=SpareRendererForSitePerProcess',
  ];
}

function firefoxTestPrefs(proxy: ConnectProxy): Record<string, PrefValue> {
  return {
    'network.proxy.type': 1,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': proxy.port,
    'network.proxy.no_proxies_on': 'localhost, 127.0.0.1, .localhost',
    // No test can press a button of the browser's own; what an extension asks for is granted.
    'extensions.webextOptionalPermissionPrompts': false,
    // After five crashes of the extension process in a row Firefox would stop starting it again.
    'extensions.webextensions.crash.threshold': 10_000,
  };
}

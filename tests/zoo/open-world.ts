import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'puppeteer-core';

import type { BrowserName } from '../../launcher/find-browser.ts';
import { pairBrowser } from '../../launcher/pair-browser.ts';
import { launchBrowser, type TestBrowser } from '../kit/browsers.ts';
import { type ConductorProcess, startConductorProcess } from '../kit/conductor-process.ts';
import { grantSite, tabOf } from '../kit/grant-site.ts';
import { copyGranting } from '../kit/granting-extension.ts';
import { bundlePage } from './bundle-page.ts';
import { installPackages } from './install-packages.ts';
import { type ServedPage, servePage } from './serve-page.ts';
import { Visit } from './visit.ts';
import type { ZooPage } from './zoo-page.ts';

const HOST = 'zoo.localhost';

/** One page in one browser, with the shipped extension and a conductor's process. */
export interface ZooWorld {
  readonly page: ZooPage;
  readonly conductor: ConductorProcess;
  /** Serves the page as a site of its own, opens it, and says what a person says first. */
  visit(): Promise<Visit>;
  /** Ends the browser by force and starts it again on the same profile; the visit's page is opened anew. */
  killBrowser(visit: Visit): Promise<void>;
  dispose(): Promise<void>;
}

export async function openWorld(name: BrowserName, page: ZooPage): Promise<ZooWorld> {
  await installPackages(page.name);
  const bundle = await bundlePage(page.name);
  const dir = mkdtempSync(join(tmpdir(), 'baton-zoo-'));
  const closers: (() => unknown)[] = [
    () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }),
  ];
  const dispose = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const conductor = await startConductorProcess();
    closers.push(() => conductor.dispose());
    const extensionDir = join(dir, 'extension');
    await copyGranting(name, extensionDir, `http://${HOST}/*`);
    const launch = (): Promise<TestBrowser> =>
      launchBrowser(name, { extensionDir, profileDir: join(dir, 'profile') });
    let browser = await launch();
    closers.push(() => browser.close());
    await pairBrowser(browser, conductor.admin);

    const serve = async (): Promise<ServedPage> => {
      const served = await servePage(page, bundle, HOST);
      closers.push(() => served.close());
      return served;
    };
    if (name === 'firefox') await grantInFirefox(browser, await serve());
    return {
      page,
      conductor,
      async visit() {
        const served = await serve();
        const tab = await browser.newPage(served.url);
        return new Visit(page, served, conductor, {
          tab,
          nameModel: (asking) => nameModel(browser, asking),
        });
      },
      async killBrowser(visit) {
        const url = visit.tab.url();
        await browser.kill();
        browser = await launch();
        visit.tab = await browser.newPage(url);
      },
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** One grant is for every port of the host. */
async function grantInFirefox(browser: TestBrowser, { url }: ServedPage): Promise<void> {
  const tab = await browser.newPage(url);
  const popup = await browser.openPopup(await tabOf(browser, tab));
  await grantSite(popup, tab);
  await popup.close().catch(() => undefined); // It ends with the press.
  await tab.close();
}

/** Presses in the popup of a tab that its page is read at the origin where it asks its model. */
async function nameModel(browser: TestBrowser, tab: Page): Promise<void> {
  const popup = await browser.openPopup(await tabOf(browser, tab));
  await popup.bringToFront();
  await popup.waitForSelector('#models button');
  await popup.waitForSelector('#models:not([data-moved])');
  await popup.click('#models button');
  await popup.waitForFunction(() => document.querySelector('#models') === null);
  await popup.close();
}

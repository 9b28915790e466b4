import { type ReadonlySignal, signal } from '@preact/signals';
import browser from 'webextension-polyfill';

import {
  hasLoopbackPermission,
  keepLoopbackPermission,
  LOOPBACK_PAGES,
} from '../messages/loopback-permission.ts';
import { keepModelOrigin, modelOrigins } from '../messages/model-origins.ts';
import { TEACH_PAGE } from '../messages/page-messages.ts';
import { keepWorkSite, workSites } from '../messages/work-sites.ts';

/** The tab that the popup is about, and what a person may let Baton do there. */
export interface PopupTab {
  readonly id: number;
  /** Known only where the popup was opened over the tab, or the site is granted; null where it is no page of the web. */
  readonly address: URL | null;
  /** A person has given leave to watch its site. */
  readonly isGranted: ReadonlySignal<boolean>;
  /** To be called at once: the browser asks only while it answers a person's press. */
  readonly grant: () => Promise<void>;
  /** Has the browser let Baton into a site, where a chat is to work; to be called at once, too. False: it does not. */
  readonly letWork: (site: URL) => Promise<boolean>;
  /** Where else its site's pages may be read asking their model. */
  readonly models: ReadonlySignal<readonly string[]>;
  /** A person lets the tab's site be read asking there, too. */
  readonly readModel: (origin: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Has a person show in the page how its chat works. */
  readonly teach: () => Promise<void>;
}

export async function tabOfPopup(): Promise<PopupTab> {
  const id = await idOfTab();
  const address = await addressOf(id);
  const pattern = address === null ? null : patternOf(address);
  const isGranted = signal(pattern !== null && (await hasLeave(pattern)));
  const watched = await watchedSites();
  const models = signal(await modelsOf(address));
  return {
    id,
    address,
    isGranted,
    async grant() {
      if (pattern !== null) isGranted.value = await askLeave(pattern);
      if (pattern !== null && isGranted.value)
        await keepWorkSite(browser.storage.local, pattern, false);
    },
    async letWork(site) {
      const wanted = patternOf(site);
      const isWatched = wanted === pattern ? isGranted.value : watched.includes(wanted);
      if (wanted === LOOPBACK_PAGES || isWatched) return true;
      // Before the browser is asked, or its page would be watched for a moment.
      const kept = keepWorkSite(browser.storage.local, wanted, true);
      const may = await browser.permissions.request({ origins: [wanted] });
      await kept;
      return may;
    },
    models,
    async readModel(origin) {
      if (address === null) return;
      await keepModelOrigin(browser.storage.local, address.origin, origin);
      models.value = await modelsOf(address);
    },
    reload: () => browser.tabs.reload(id),
    teach: () => browser.tabs.sendMessage(id, { kind: TEACH_PAGE }, { frameId: 0 }),
  };
}

/** Named in the popup's address, else the one in front. */
async function idOfTab(): Promise<number> {
  const named = Number(new URLSearchParams(location.search).get('tab') ?? Number.NaN);
  if (Number.isSafeInteger(named) && named >= 0) return named;
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? 0;
}

async function addressOf(tabId: number): Promise<URL | null> {
  const { url } = await browser.tabs.get(tabId).catch(() => ({ url: undefined }));
  const address = url !== undefined && URL.canParse(url) ? new URL(url) : null;
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:';
  return isWeb ? address : null;
}

async function modelsOf(address: URL | null): Promise<readonly string[]> {
  return address === null ? [] : modelOrigins(browser.storage.local, address.origin);
}

/** Match patterns have no ports. */
function patternOf({ protocol, hostname }: URL): string {
  return `${protocol}//${hostname}/*`;
}

async function hasLeave(pattern: string): Promise<boolean> {
  if (pattern === LOOPBACK_PAGES) return hasLoopbackPermission(browser.storage.local);
  if ((await workSites(browser.storage.local)).includes(pattern)) return false;
  return browser.permissions.contains({ origins: [pattern] });
}

/** Sites that a person gave leave to watch: known before anything is pressed, as the browser asks at once or not at all. */
async function watchedSites(): Promise<readonly string[]> {
  const { origins = [] } = await browser.permissions.getAll();
  const forWork = await workSites(browser.storage.local);
  return origins.filter((pattern) => !forWork.includes(pattern));
}

/** The browser has nothing to ask about its own machine: there the press is the leave. */
async function askLeave(pattern: string): Promise<boolean> {
  if (pattern !== LOOPBACK_PAGES) return browser.permissions.request({ origins: [pattern] });
  await keepLoopbackPermission(browser.storage.local, true);
  return true;
}

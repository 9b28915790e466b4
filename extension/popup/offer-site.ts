import browser from 'webextension-polyfill';

import { isConductorHost } from '../messages/conductor-host.ts';
import {
  hasLoopbackPermission,
  keepLoopbackPermission,
  LOOPBACK_PAGES,
} from '../messages/loopback-permission.ts';
import { TEACH_PAGE } from '../messages/page-messages.ts';
import type { PopupState } from '../messages/popup-messages.ts';
import { isAnyPage } from '../i18n/error-words.ts';
import { word, type WordKey } from '../i18n/words.ts';
import type { PopupElements } from './popup-elements.ts';

/**
 * The popup's offer to watch a site that nobody wrote an adapter for, or to be taught one. Returns what shows it.
 * A page that is open is not loaded again unasked: it may hold what a person wrote.
 */
export async function offerSite(
  { watch, watchText, watchSite, watchTeach }: PopupElements,
  tabId: number,
): Promise<(state: PopupState) => void> {
  const address = await addressOf(tabId);
  const pattern = patternOf(address);
  let isGranted = pattern !== null && (await hasLeave(pattern));
  let last: PopupState | null = null;

  function show(state: PopupState): void {
    last = state;
    const isGeneric = isAnyPage(state.page?.platform ?? '');
    const isConductor = address !== null && isConductorHost(address.host, state.link.conductor_url);
    const isStranger = state.page === null && pattern !== null && !isConductor;
    watch.hidden = !isGeneric && !isStranger;
    watchTeach.hidden = !isGeneric;
    watchSite.hidden = !isStranger;
    watchSite.textContent = word(isGranted ? 'watch_reload' : 'watch_site');
    watchText.textContent = word(offerOf(isGeneric, isGranted));
  }

  watchSite.addEventListener('click', () => {
    if (isGranted) {
      browser.tabs.reload(tabId).catch(reportError);
    } else if (pattern !== null) {
      // At once: the browser asks only while it answers a person's press.
      askLeave(pattern)
        .then((granted) => {
          isGranted = granted;
          if (last !== null) show(last);
        })
        .catch(reportError);
    }
  });
  watchTeach.addEventListener('click', () => {
    browser.tabs
      .sendMessage(tabId, { kind: TEACH_PAGE }, { frameId: 0 })
      .then(() => window.close(), reportError);
  });
  return show;
}

function hasLeave(pattern: string): Promise<boolean> {
  return pattern === LOOPBACK_PAGES
    ? hasLoopbackPermission(browser.storage.local)
    : browser.permissions.contains({ origins: [pattern] });
}

/** The browser has nothing to ask about its own machine: there the press is the leave. */
async function askLeave(pattern: string): Promise<boolean> {
  if (pattern !== LOOPBACK_PAGES) return browser.permissions.request({ origins: [pattern] });
  await keepLoopbackPermission(browser.storage.local, true);
  return true;
}

function offerOf(isGeneric: boolean, isGranted: boolean): WordKey {
  if (isGeneric) return 'watch_generic';
  return isGranted ? 'watch_granted' : 'watch_stranger';
}

/** Known only where the popup was opened over the tab, or the site is granted. */
async function addressOf(tabId: number): Promise<URL | null> {
  const { url } = await browser.tabs.get(tabId).catch(() => ({ url: undefined }));
  return url !== undefined && URL.canParse(url) ? new URL(url) : null;
}

/** Match patterns have no ports. */
function patternOf(url: URL | null): string | null {
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url !== null && isWeb ? `${url.protocol}//${url.hostname}/*` : null;
}

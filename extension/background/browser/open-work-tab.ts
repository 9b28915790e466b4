import browser from 'webextension-polyfill';

import type { ResourceTabs } from '../resources/resource-tabs.ts';
import { watchLoading } from './tab-loading.ts';

/** Firefox gives a new window the focus, whatever it is told: there tabs stand behind the others always. */
const isFirefox = (): boolean => typeof browser.runtime.getBrowserInfo === 'function';

export const openWorkTab: ResourceTabs['open'] = async (url, windows) => {
  const loading = watchLoading();
  const opened =
    windows === null || isFirefox() ? await openBehind(url) : await openApart(url, windows);
  const { tabId } = opened;
  return { ...opened, loaded: (limitMs) => loading.done(tabId, limitMs) };
};

async function openBehind(url: string): Promise<{ tabId: number; windowId: null }> {
  const { id } = await browser.tabs.create({ url, active: false });
  return { tabId: known(id), windowId: null };
}

async function openApart(
  url: string,
  windows: readonly number[],
): Promise<{ tabId: number; windowId: number }> {
  for (const windowId of windows) {
    const there = await browser.windows.get(windowId).catch(() => null);
    if (there === null) continue;
    // Opened in front, Chromium gives its window the focus, whatever it is told.
    const { id } = await browser.tabs.create({ url, windowId, active: false });
    // What is in front there is seen and drawn; where the person looks at that window they choose it.
    if (!there.focused) await browser.tabs.update(id, { active: true });
    return { tabId: known(id), windowId };
  }
  const { id: windowId, tabs = [] } = await browser.windows.create({ url, focused: false });
  return { tabId: known(tabs[0]?.id), windowId: known(windowId) };
}

function known(id: number | undefined): number {
  if (id === undefined) throw new Error('The browser opened a tab without an id.');
  return id;
}

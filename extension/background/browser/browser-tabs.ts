import browser from 'webextension-polyfill';

import type { Tabs } from '../ports.ts';

/** The tabs of the browser that runs this extension. Commands go to top frames only. */
export const browserTabs: Tabs = {
  ask: (tabId, command) => browser.tabs.sendMessage(tabId, command, { frameId: 0 }),
  async open(url) {
    const tab = await browser.tabs.create({ url, active: false });
    if (tab.id === undefined) throw new Error('The browser opened a tab without an id.');
    return tab.id;
  },
  exists: (tabId) =>
    browser.tabs.get(tabId).then(
      () => true,
      () => false,
    ),
  isActive: (tabId) =>
    browser.tabs.get(tabId).then(
      (tab) => tab.active,
      () => false,
    ),
  isSpare: (tabId) =>
    browser.tabs.get(tabId).then(
      (tab) => !tab.active && !tab.incognito,
      () => false,
    ),
};

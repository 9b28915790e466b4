import browser from 'webextension-polyfill';

import type { DraftCommand } from '../../messages/page-messages.ts';
import type { Tabs } from '../ports.ts';

/** The tabs of the browser that runs this extension. Commands go to top frames only. */
export const browserTabs: Tabs = {
  ask: (tabId, command) => browser.tabs.sendMessage(tabId, command, { frameId: 0 }),
  async open(url) {
    const tab = await browser.tabs.create({ url, active: false });
    if (tab.id === undefined) throw new Error('The browser opened a tab without an id.');
    return tab.id;
  },
  async openInFront(url) {
    await browser.tabs.create({ url, active: true });
  },
  async show(tabId) {
    try {
      const { windowId } = await browser.tabs.update(tabId, { active: true });
      if (windowId !== undefined) await browser.windows.update(windowId, { focused: true });
      return true;
    } catch {
      return false; // It was closed meanwhile.
    }
  },
  draft: (tabId, text) =>
    browser.tabs.sendMessage(tabId, { kind: 'page.draft', text } satisfies DraftCommand, {
      frameId: 0,
    }),
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

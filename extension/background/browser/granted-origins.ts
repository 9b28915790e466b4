import browser from 'webextension-polyfill';

import { workSites } from '../../messages/work-sites.ts';
import type { GrantedOrigins } from '../ports.ts';

/** What the browser says of the pages that this extension may run in. */
export const grantedOrigins: GrantedOrigins = {
  async now() {
    const { origins = [] } = await browser.permissions.getAll();
    // Where a chat may work, no chat is watched.
    const forWork = await workSites(browser.storage.local);
    return origins.filter((origin) => !forWork.includes(origin));
  },
  onChange(listener) {
    browser.permissions.onAdded.addListener(listener);
    browser.permissions.onRemoved.addListener(listener);
  },
};

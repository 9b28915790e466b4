import browser from 'webextension-polyfill';

import { workSites } from '../../messages/work-sites.ts';
import type { GrantedOrigins } from '../ports.ts';

/** Origins whose pages this extension may run in, as the browser reports them. */
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

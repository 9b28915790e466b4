import browser from 'webextension-polyfill';

import type { GrantedOrigins } from '../ports.ts';

/** What the browser says of the pages that this extension may run in. */
export const grantedOrigins: GrantedOrigins = {
  async now() {
    const { origins = [] } = await browser.permissions.getAll();
    return origins;
  },
  onChange(listener) {
    browser.permissions.onAdded.addListener(listener);
    browser.permissions.onRemoved.addListener(listener);
  },
};

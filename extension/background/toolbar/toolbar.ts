import browser from 'webextension-polyfill';

import { type Badge, INK } from './badge.ts';

/** Long enough to be seen, short enough not to be taken for the state of things. */
const FLASH_MS = 2_500;

export interface Toolbar {
  /** Shows a state, now or once a flash is over. */
  show(badge: Badge): void;
  /** Tells for a moment what became of a key or a menu item. */
  flash(badge: Badge): void;
}

export function createToolbar(): Toolbar {
  // Manifest 2 has one name for it, manifest 3 another; each browser has one of them.
  const action: typeof browser.action | undefined = browser.action;
  const button = action ?? browser.browserAction;
  let state: Badge | null = null;
  let shown = '';
  let flashing = false;

  function put(badge: Badge): void {
    const wanted = JSON.stringify(badge);
    if (wanted === shown) return;
    shown = wanted;
    Promise.all([
      button.setBadgeText({ text: badge.text }),
      button.setBadgeBackgroundColor({ color: badge.color }),
      button.setBadgeTextColor({ color: INK }),
      button.setTitle({ title: badge.title }),
    ]).catch(reportError);
  }

  return {
    show(badge) {
      state = badge;
      if (!flashing) put(badge);
    },
    flash(badge) {
      flashing = true;
      put(badge);
      setTimeout(() => {
        flashing = false;
        if (state !== null) put(state);
      }, FLASH_MS);
    },
  };
}

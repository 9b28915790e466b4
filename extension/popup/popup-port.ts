import browser from 'webextension-polyfill';

import { watchBackground } from '../ui/watch-background.ts';
import { isPopupState } from '../messages/is-popup-message.ts';
import { POPUP_PORT, type PopupState, type PopupWatch } from '../messages/popup-messages.ts';

/** Shows every state of a tab for as long as the popup lives. */
export function watchTab(tabId: number, show: (state: PopupState) => void): void {
  const watch: PopupWatch = { kind: 'popup.watch', tab_id: tabId };
  watchBackground(POPUP_PORT, isPopupState, show, watch);
}

/** The tab this popup is about: named in its address, else the one in front. */
export async function tabOfPopup(): Promise<number> {
  const named = Number(new URLSearchParams(location.search).get('tab') ?? Number.NaN);
  if (Number.isSafeInteger(named) && named >= 0) return named;
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? 0;
}

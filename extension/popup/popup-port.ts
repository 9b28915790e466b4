import browser from 'webextension-polyfill';

import { isPopupState } from '../messages/is-popup-message.ts';
import { POPUP_PORT, type PopupState, type PopupWatch } from '../messages/popup-messages.ts';

const RECONNECT_MS = 300;

/** Shows every state of a tab for as long as the popup lives, also across the background's deaths. */
export function watchTab(tabId: number, show: (state: PopupState) => void): void {
  const port = browser.runtime.connect({ name: POPUP_PORT });
  port.onMessage.addListener((message: unknown) => {
    if (isPopupState(message)) show(message);
  });
  port.onDisconnect.addListener(() => {
    setTimeout(() => watchTab(tabId, show), RECONNECT_MS);
  });
  const watch: PopupWatch = { kind: 'popup.watch', tab_id: tabId };
  port.postMessage(watch);
}

/** The tab this popup is about: named in its address, else the one in front. */
export async function tabOfPopup(): Promise<number> {
  const named = Number(new URLSearchParams(location.search).get('tab') ?? Number.NaN);
  if (Number.isSafeInteger(named) && named >= 0) return named;
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? 0;
}

import { signal } from '@preact/signals';
import browser from 'webextension-polyfill';

import { isPopupState } from '../messages/is-popup-message.ts';
import { POPUP_PORT, type PopupWatch } from '../messages/popup-messages.ts';
import { drawPage } from '../ui/draw-page.tsx';
import { watchBackground } from '../ui/watch-background.ts';
import { Popup, type ShownPopup } from './popup.tsx';
import { tabOfPopup } from './popup-tab.ts';

/** Draws the popup: states in by the port, a person's wishes out as messages. */
export function startPopup(): void {
  const shown = signal<ShownPopup | null>(null);
  drawPage(<Popup shown={shown} onOptions={openOptions} />);
  showWhere().catch(reportError);
  tabOfPopup()
    .then((tab) => {
      const watch: PopupWatch = { kind: 'popup.watch', tab_id: tab.id };
      const show = (state: ShownPopup['state']): void => void (shown.value = { state, tab });
      watchBackground(POPUP_PORT, isPopupState, show, watch);
    })
    .catch(reportError);
}

function openOptions(): void {
  browser.runtime.openOptionsPage().then(() => window.close(), reportError);
}

/** In a tab it is as wide as that is; the toolbar's bubble is as wide as the popup says. */
async function showWhere(): Promise<void> {
  const tab: unknown = await browser.tabs.getCurrent();
  document.documentElement.classList.toggle('in-tab', tab !== undefined);
}

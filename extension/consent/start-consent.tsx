import browser, { type Runtime } from 'webextension-polyfill';

import { word } from '../i18n/words.ts';
import { isConsentCommand } from '../messages/consent-messages.ts';
import { drawPage } from '../ui/draw-page.tsx';
import { ConsentPage } from './consent-page.tsx';

/** Draws the page in which a person says whether this browser is paired with the conductor that offers itself. */
export function startConsent(): void {
  const offerId = new URLSearchParams(location.search).get('offer') ?? '';
  const close = (): void => void closeTab().catch(reportError);
  drawPage(<ConsentPage offerId={offerId} onClose={close} />, word('consent_title'));
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    // Only the background has no tab of its own.
    if (!isConsentCommand(message) || sender.tab !== undefined) return undefined;
    showOther(message.offer_id).catch(reportError);
    return Promise.resolve(true);
  });
}

/** A newer offer, in place of this one; what a person was about to click is guarded anew. */
async function showOther(offerId: string): Promise<void> {
  const tab = await browser.tabs.getCurrent();
  if (tab.id !== undefined) await browser.tabs.update(tab.id, { active: true });
  location.replace(`?offer=${encodeURIComponent(offerId)}`);
}

async function closeTab(): Promise<void> {
  const { id } = await browser.tabs.getCurrent();
  if (id !== undefined) await browser.tabs.remove(id);
}

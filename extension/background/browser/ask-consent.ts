import browser from 'webextension-polyfill';

import type { ConsentCommand } from '../../messages/consent-messages.ts';

const CONSENT_PAGE = '/consent.html';

/** Shows an offer in the page that asks already, should there be one; else in a new tab. */
export async function askConsent(offerId: string): Promise<void> {
  const command: ConsentCommand = { kind: 'consent.show', offer_id: offerId };
  // It rejects where no page of ours listens.
  const shown: unknown = await browser.runtime.sendMessage(command).catch(() => false);
  if (shown === true) return;
  const url = browser.runtime.getURL(`${CONSENT_PAGE}?offer=${encodeURIComponent(offerId)}`);
  await browser.tabs.create({ url });
}

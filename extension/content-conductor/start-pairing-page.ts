import browser from 'webextension-polyfill';

import type { ErrorCode } from '../../shared/model/error-codes.ts';
import type { OfferOutcome, PageAnswers, PageMessage } from '../messages/page-messages.ts';
import { word, type WordKey } from '../i18n/words.ts';

const PAIRING_PATH = '/pair';

/**
 * On the conductor's own pairing page: shows the page that the extension is there, and when a person clicks its
 * button, carries the one-time code from the address to the background, which asks the person in a page of ours. What
 * this page shows, and what its script does, pairs nothing. At an address that is no known conductor's it keeps silent.
 */
export function startPairingPage(): void {
  if (location.pathname === PAIRING_PATH) meet().catch(() => undefined);
}

async function meet(): Promise<void> {
  const message: PageMessage = { kind: 'pairing.meet', conductor_url: location.origin };
  const met: PageAnswers['pairing.meet'] | undefined = await browser.runtime.sendMessage(message);
  if (met?.known !== true) return; // guard: silent-elsewhere
  document.documentElement.dataset['batonExtension'] = 'present';
  document.addEventListener('click', (event) => {
    const button = document.querySelector('#pair-browser');
    const isOnButton = event.target instanceof Node && button?.contains(event.target) === true;
    if (event.isTrusted && isOnButton) void offer(); // guard: pressed-by-hand
  });
}

async function offer(): Promise<void> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? '';
  if (code === '') return show('failed', word('pairing_no_code'));
  const message: PageMessage = { kind: 'pairing.offer', conductor_url: location.origin, code };
  try {
    const outcome: OfferOutcome | undefined = await browser.runtime.sendMessage(message);
    if (outcome?.ok === true) show('asked', word('pairing_asked'));
    else show('failed', word(FAILURES[outcome?.code ?? 'internal'] ?? 'pairing_not_taken'));
  } catch {
    show('failed', word('pairing_updated'));
  }
}

/** Messages for offers that were not taken, where the reason is known. */
const FAILURES: { readonly [K in ErrorCode]?: WordKey } = {
  already_paired: 'pairing_already',
  too_many_attempts: 'pairing_again_soon',
};

function show(outcome: 'asked' | 'failed', text: string): void {
  const status = document.querySelector('#pair-status');
  if (status !== null) status.textContent = text;
  document.documentElement.dataset['batonPairing'] = outcome;
}

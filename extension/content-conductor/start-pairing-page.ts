import browser from 'webextension-polyfill';

import type { PageMessage, PairingOutcome } from '../messages/page-messages.ts';

const PAIRING_PATH = '/pair';

/**
 * On the conductor's own pairing page: shows the page that the extension is there, and when a person clicks its
 * button, carries the one-time code from the address to the background. The page's script can start nothing: only
 * a click by a person counts.
 */
export function startPairingPage(): void {
  if (location.pathname !== PAIRING_PATH) return;
  document.documentElement.dataset['batonExtension'] = 'present';
  document.addEventListener('click', (event) => {
    const button = document.querySelector('#pair-browser');
    const isOnButton = event.target instanceof Node && button?.contains(event.target) === true;
    if (event.isTrusted && isOnButton) void offer();
  });
}

async function offer(): Promise<void> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? '';
  if (code === '') return show('failed', 'The address holds no pairing code. Ask for a new link.');
  const message: PageMessage = { kind: 'pairing.offer', conductor_url: location.origin, code };
  try {
    const outcome: PairingOutcome | undefined = await browser.runtime.sendMessage(message);
    if (outcome?.ok === true) show('paired', 'This browser is paired.');
    else show('failed', outcome?.text ?? 'The extension did not take the offer.');
  } catch {
    show('failed', 'The extension was updated meanwhile. Reload this page and try again.');
  }
}

function show(outcome: 'paired' | 'failed', text: string): void {
  const status = document.querySelector('#pair-status');
  if (status !== null) status.textContent = text;
  document.documentElement.dataset['batonPairing'] = outcome;
}

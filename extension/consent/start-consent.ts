import browser, { type Runtime } from 'webextension-polyfill';

import { findElement } from '../ui/find-element.ts';
import { ask } from '../ui/wire-pairing.ts';
import {
  type ConsentAnswer,
  type ConsentMessage,
  isConsentCommand,
  type PairingOffer,
} from '../messages/consent-messages.ts';
import { localise } from '../i18n/localise.ts';
import { pairingFailure } from '../i18n/pairing-words.ts';
import { word, type WordKey } from '../i18n/words.ts';
import { wireSeenButton } from './seen-button.ts';

/** Wires the page in which a person says whether this browser is paired with the conductor that offers itself. */
export function startConsent(): void {
  localise(document);
  document.title = word('consent_title');
  const section = findElement(document, '#offer', HTMLElement);
  const address = findElement(document, '#address', HTMLElement);
  const trouble = findElement(document, '#trouble', HTMLElement);
  const pairButton = findElement(document, '#pair', HTMLButtonElement);
  const over = findElement(document, '#over', HTMLElement);
  let offer: PairingOffer | null = null;
  let isPairing = false;

  const guard = wireSeenButton(
    pairButton,
    () => offer !== null && !isPairing,
    () => void pair(),
  );
  for (const selector of ['#not-now', '#close']) {
    findElement(document, selector, HTMLButtonElement).addEventListener('click', () => {
      closeTab().catch(reportError);
    });
  }
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    // Only the background has no tab of its own.
    if (!isConsentCommand(message) || sender.tab !== undefined) return undefined;
    showOther(message.offer_id).catch(reportError);
    return Promise.resolve(true);
  });
  load().catch(reportError);

  async function load(): Promise<void> {
    const offer_id = new URLSearchParams(location.search).get('offer') ?? '';
    const message: ConsentMessage = { kind: 'consent.ask', offer_id };
    const answer: ConsentAnswer | undefined = await browser.runtime.sendMessage(message);
    offer = answer?.offer ?? null;
    if (offer === null) return end('consent_lost', 'consent_lost_how');
    address.textContent = offer.conductor_url;
    section.hidden = false;
    guard();
  }

  async function pair(): Promise<void> {
    if (offer === null) return;
    isPairing = true;
    trouble.textContent = '';
    guard();
    try {
      const outcome = await ask({ kind: 'popup.pair', ...offer });
      if (outcome.ok) end('consent_done', 'consent_done_how');
      else trouble.textContent = pairingFailure(outcome.code);
    } catch {
      trouble.textContent = word('pairing_no_answer');
    } finally {
      isPairing = false;
      guard();
    }
  }

  function end(title: WordKey, text: WordKey): void {
    offer = null;
    section.hidden = true;
    findElement(document, '#over-title', HTMLElement).textContent = word(title);
    findElement(document, '#over-text', HTMLElement).textContent = word(text);
    over.hidden = false;
    document.title = word(title);
  }
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

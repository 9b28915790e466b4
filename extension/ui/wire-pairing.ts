import browser from 'webextension-polyfill';

import type { PairingOffer } from '../messages/consent-messages.ts';
import type { PopupAnswers, PopupMessage } from '../messages/popup-messages.ts';
import { pairingFailure } from '../i18n/pairing-words.ts';
import { word } from '../i18n/words.ts';

/** The form of popup and options page in which a person enters the code. */
export interface PairingElements {
  readonly pairing: HTMLFormElement;
  readonly pairingCode: HTMLInputElement;
  readonly pairingUrl: HTMLInputElement;
  readonly pairingOutcome: HTMLElement;
  readonly pairingButton: HTMLButtonElement;
}

/**
 * Pairs when the form is sent, and says in it what went wrong; `done` is called when nothing did. A pasted link fills in
 * both fields, in sight of the person.
 */
export function wirePairing(elements: PairingElements, done: () => void): void {
  elements.pairingCode.addEventListener('input', () => {
    const link = readPairingLink(elements.pairingCode.value);
    if (link === null) return;
    elements.pairingCode.value = link.code;
    elements.pairingUrl.value = link.conductor_url;
    const folded = elements.pairingUrl.closest('details');
    if (folded !== null) folded.open = true;
  });
  elements.pairing.addEventListener('submit', (event) => {
    event.preventDefault();
    void pair();
  });

  async function pair(): Promise<void> {
    const code = elements.pairingCode.value.replaceAll(/\s/g, '');
    const conductor_url = elements.pairingUrl.value;
    elements.pairingButton.disabled = true;
    elements.pairingOutcome.textContent = '';
    try {
      const outcome = await ask({ kind: 'popup.pair', conductor_url, code });
      if (!outcome.ok) elements.pairingOutcome.textContent = pairingFailure(outcome.code);
      else {
        elements.pairing.reset();
        done();
      }
    } catch {
      elements.pairingOutcome.textContent = word('pairing_no_answer');
    } finally {
      elements.pairingButton.disabled = false;
    }
  }
}

/** What the conductor's link holds; null where the text is no such link, or not the whole of one. */
function readPairingLink(typed: string): PairingOffer | null {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : null;
  const code = url === null ? undefined : /^#code=([\w-]{32})$/.exec(url.hash)?.[1];
  return url === null || code === undefined ? null : { conductor_url: url.origin, code };
}

/** A button that asks back before it forgets the conductor. */
export function wireUnpairing(button: HTMLButtonElement): void {
  const calm = (): void => {
    button.removeAttribute('data-sure');
    button.textContent = word('pairing_forget');
  };
  button.addEventListener('click', () => {
    if (!button.hasAttribute('data-sure')) {
      button.setAttribute('data-sure', '');
      button.textContent = word('pairing_really');
      return;
    }
    ask({ kind: 'popup.unpair' }).then(calm, reportError);
  });
  button.addEventListener('blur', calm);
}

/** Asks the background what only popup and options page may. */
export function ask<K extends PopupMessage['kind']>(
  message: Extract<PopupMessage, { kind: K }>,
): Promise<PopupAnswers[K]> {
  return browser.runtime.sendMessage(message);
}

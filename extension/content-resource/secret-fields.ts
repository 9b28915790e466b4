import { attr, tagOf } from './dom.ts';

const AUTOCOMPLETE = /\b(?:current-password|new-password|one-time-code|cc-[a-z-]+)\b/i;
/** Names of fields, taken apart at their joints: `cardNumber`, `card_number`, `otp1`. */
const WORDS = new Set(
  (
    'password passwd passwort pass pwd passcode passphrase pin otp totp mfa tan cvv cvc csc card cardnumber iban ssn ' +
    'secret token apikey'
  ).split(' '),
);

/**
 * Which fields hold what nobody but the person and the site may read: their values are never read, and nothing is
 * typed into them. A field that was one stays one, also where the page shows it as text or draws it anew.
 */
export class SecretFields {
  readonly #seen = new WeakSet<Element>();
  readonly #names = new Set<string>();

  has(element: Element): boolean {
    const tag = tagOf(element);
    if (tag !== 'INPUT' && tag !== 'TEXTAREA') return false;
    if (this.#seen.has(element)) return true;
    if (attr(element, 'type')?.toLowerCase() === 'password') {
      this.note(element);
      return true;
    }
    if (AUTOCOMPLETE.test(attr(element, 'autocomplete') ?? '')) return true;
    return namesOf(element).some((name) => this.#names.has(name) || saysSecret(name));
  }

  /** It is one now, or was one a moment ago. */
  note(element: Element): void {
    this.#seen.add(element);
    for (const name of namesOf(element)) this.#names.add(name);
  }

  /** Of fields that a page turns into text before anyone has asked about them. */
  watch(root: Node): void {
    new MutationObserver((changes) => {
      for (const { target, oldValue } of changes) {
        if (oldValue?.toLowerCase() === 'password') this.note(target as Element);
      }
    }).observe(root, {
      subtree: true,
      attributes: true,
      attributeFilter: ['type'],
      attributeOldValue: true,
    });
  }
}

function namesOf(element: Element): string[] {
  return ['name', 'id'].flatMap((key) => attr(element, key) || []);
}

function saysSecret(name: string): boolean {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^a-zA-Z]+/);
  return words.some((word) => WORDS.has(word.toLowerCase()));
}

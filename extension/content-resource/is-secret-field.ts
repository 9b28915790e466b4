import { keysIn } from '../../shared/lib/known-keys.ts';
import { asksForCode, labelNamesSecret, nameNamesSecret, textNamesSecret } from './secret-words.ts';

/** Facts of a field that a person sees, and that its page gives. */
export interface FieldFacts {
  /** true: a password field of the browser, now or earlier. */
  readonly wasPassword: boolean;
  readonly autocomplete: string;
  /** true: its value is not drawn in plain text. */
  readonly isMasked: boolean;
  /** One of several boxes for a character each. */
  readonly isBox: boolean;
  /** Names by which its page's programs find it. */
  readonly names: readonly string[];
  /** Texts that a person, or a screen reader, reads as its name or description. */
  readonly labels: readonly string[];
  /**
   * Texts that stand by it: in the widest box around this field alone, and around it and the fields that take parts of the same
   * value; where nothing labels it, those by which a person knows what it asks for.
   */
  readonly around: readonly string[];
  /** Lines before it, back to another field: where nothing labels it, what a person was asked to write. */
  readonly before: string;
  readonly value: string;
  /** The same with the values of the fields that take other parts of it. */
  readonly whole: string;
}

const AUTOCOMPLETE =
  /\b(?:current-password|new-password|one-time-code|cc-(?!name|given|family|additional|type)[a-z-]+)\b/i;

/** Does a field hold what nobody but a person and the site may read? One sign is enough. */
export function isSecretField(facts: FieldFacts): boolean {
  return (
    facts.wasPassword ||
    // guard: secret-by-drawing
    facts.isMasked ||
    facts.isBox ||
    AUTOCOMPLETE.test(facts.autocomplete) ||
    facts.names.some(nameNamesSecret) ||
    facts.labels.some(labelNamesSecret) ||
    facts.around.some(textNamesSecret) ||
    secretParts(facts.value)[0] === facts.value.trim() ||
    isCodeAskedFor(facts)
  );
}

const CODE = /^(?=\D*\d)[\p{L}\p{N}]{4,16}$/u;

/** A sentence may speak of codes and mean others: where it stands by a value that may be one, it asks for that. */
function isCodeAskedFor({ labels, around, before, whole }: FieldFacts): boolean {
  const isCode = CODE.test(whole.replaceAll(/[\s\p{Pd}]/gu, ''));
  return isCode && [...labels, ...around, before].some(asksForCode); // guard: codes-by-sentence
}

const DIGITS = /(?<![\d.])[2-6]\d(?:[ -]?\d){11,17}(?![\d.])/g;
const MAX_LOOKED_AT = 20_000;

/** Returns the parts of any field's value that are secret by themselves: card numbers, keys. */
export function secretParts(value: string): string[] {
  const text = value.slice(0, MAX_LOOKED_AT);
  const cards = (text.match(DIGITS) ?? []).filter(isCardNumber);
  return [...cards, ...keysIn(text)];
}

/** The check of Luhn (ISO/IEC 7812-1). */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => {
      const times = Number(digit) * (at % 2 === 0 ? 1 : 2);
      return total + (times > 9 ? times - 9 : times);
    }, 0);
  return sum % 10 === 0;
}

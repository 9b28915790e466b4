import { normalForm } from './normal-form.ts';

const CODES =
  'usd|eur|gbp|chf|jpy|cny|rmb|inr|cad|aud|sek|nok|dkk|pln|czk|brl|btc|eth|kr|zł|kč|руб|грн|元|円|원';

const AMOUNT = new RegExp(
  `\\p{Sc}\\s?\\p{Nd}|\\p{Nd}\\s?\\p{Sc}|(?<!\\p{L})(?:${CODES})\\s?\\p{Nd}|\\p{Nd}\\s?(?:${CODES})(?!\\p{L})`,
  'iu',
);

/** All codes of ISO 4217, in large letters: in small ones some are words, as `top`. */
const ISO = Intl.supportedValuesOf('currency').join('|');
const BY_ISO = new RegExp(`(?<!\\p{L})(?:${ISO})\\s?\\p{Nd}|\\p{Nd}\\s?(?:${ISO})(?!\\p{L})`, 'u');

/** An amount of money stands in the text: a sign or a code of a currency beside digits. */
export function hasAmount(text: string): boolean {
  const plain = normalForm(text).replaceAll(/\s+/g, ' ');
  return AMOUNT.test(plain) || BY_ISO.test(plain); // guard: amounts-of-all
}

import type en from '../public/_locales/en/messages.json';

export type WordKey = keyof typeof en;
/** A phrase with a number in it has two keys: `<phrase>_one` and `<phrase>_other`. */
export type CountedKey = WordKey extends infer Key
  ? Key extends `${infer Phrase}_other`
    ? Phrase
    : never
  : never;

/** In Firefox too. The polyfill adds nothing to it, and would make every test of words need a browser. */
declare const chrome: {
  readonly i18n: { getMessage(key: string, substitutions: readonly string[]): string };
};

/** A phrase in the language of the browser, or in English. `_locales/<language>/messages.json` holds them all. */
export function word(key: WordKey, ...values: readonly (string | number)[]): string {
  return chrome.i18n.getMessage(key, values.map(String));
}

/** A phrase about so many things; the number is its first value. */
export function counted(phrase: CountedKey, count: number): string {
  const form = new Intl.PluralRules(language()).select(count) === 'one' ? 'one' : 'other';
  return word(`${phrase}_${form}`, count);
}

/** The language the phrases are in, which need not be the browser's: a BCP 47 tag. */
export function language(): string {
  return word('language_tag');
}

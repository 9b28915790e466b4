import { signal } from '@preact/signals';

import type en from './en.json';
import { speakErrors } from './error-words.ts';
import type { Language } from './language.ts';

export type WordKey = keyof typeof en;

/** A phrase with a number in it has two keys: `<phrase>_one` and `<phrase>_other`. */
export type CountedKey = WordKey extends infer Key
  ? Key extends `${infer Phrase}_other`
    ? Phrase
    : never
  : never;

interface Phrases {
  readonly language: Language;
  /** Empty until they are loaded. */
  readonly texts: { readonly [Key in WordKey]?: string };
}

const spoken = signal<Phrases>({ language: 'en', texts: {} });

/** A phrase in the language of the page; `{0}`, `{1}` … stand for the values. */
export function word(key: WordKey, ...values: readonly (string | number)[]): string {
  return (spoken.value.texts[key] ?? '').replaceAll(/\{(\d)\}/g, (_all, place: string) =>
    String(values[Number(place)] ?? ''),
  );
}

/** A phrase about so many things; the number is `{0}`. */
export function counted(phrase: CountedKey, count: number, ...more: readonly string[]): string {
  const form = new Intl.PluralRules(language()).select(count) === 'one' ? 'one' : 'other';
  return word(
    `${phrase}_${form}` as WordKey,
    new Intl.NumberFormat(language()).format(count),
    ...more,
  );
}

export function language(): Language {
  return spoken.value.language;
}

/** Loads the phrases of a language. `auto`: what the browser asks for first, of the two that there are. */
export async function speak(wanted: Language | 'auto'): Promise<void> {
  const chosen = wanted === 'auto' ? preferred(navigator.languages) : wanted;
  const loaded = chosen === 'en' ? await import('./en.json') : await import('./zh-CN.json');
  spoken.value = { language: chosen, texts: loaded.default };
  document.documentElement.lang = chosen;
  speakErrors(chosen);
}

function preferred(languages: readonly string[]): Language {
  const first = languages.find((one) => /^(en|zh)\b/i.test(one));
  return first !== undefined && /^zh\b/i.test(first) ? 'zh-CN' : 'en';
}

import type { ErrorCode } from '../../shared/model/error-code-names.ts';
import type { Language } from './language.ts';
import { createLazyPhrases } from './lazy-phrases.ts';

const phrases = createLazyPhrases<readonly string[]>(async (wanted) => {
  const loaded =
    wanted === 'en' ? await import('./errors.en.json') : await import('./errors.zh-CN.json');
  return loaded.default;
});

let language: Language = 'en';

/** Meaning and remedy of an error, for a person. Null until the phrases are loaded. */
export function errorWords(
  code: ErrorCode,
): { readonly meaning: string; readonly remedy: string } | null {
  const [meaning, remedy] = phrases.in(language)?.[code] ?? [];
  return meaning === undefined || remedy === undefined ? null : { meaning, remedy };
}

/** Loads them beside the first screen: when they are needed, the conductor may be gone. */
export function speakErrors(wanted: Language): void {
  language = wanted;
  phrases.in(wanted);
}

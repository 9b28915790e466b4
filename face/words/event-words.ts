import { createLazyPhrases } from './lazy-phrases.ts';
import { language } from './word.ts';

const phrases = createLazyPhrases<string>(async (wanted) => {
  const loaded =
    wanted === 'en' ? await import('./events.en.json') : await import('./events.zh-CN.json');
  return loaded.default;
});

/** Begins to load the phrases, so that what is drawn first has them. */
export function loadEventWords(): void {
  phrases.in(language());
}

/**
 * Returns a deed in words, to follow a name: `allowed an action`. Null for a type that this version does not know, and
 * for every type until the phrases are loaded.
 */
export function eventWords(type: string): string | null {
  return phrases.in(language())?.[type] ?? null;
}

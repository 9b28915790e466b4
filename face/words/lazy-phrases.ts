import { signal } from '@preact/signals';

import type { Language } from './language.ts';

/** Phrases that are loaded when they are first asked for. */
export interface LazyPhrases<Phrase> {
  /**
   * The phrases by their id. Null until they are loaded: who reads them while it renders is rendered again then. After
   * a load that failed, the next call loads again.
   */
  readonly in: (language: Language) => Readonly<Record<string, Phrase>> | null;
}

/** @param load Loads all phrases of one language; it may reject. */
export function createLazyPhrases<Phrase>(
  load: (language: Language) => Promise<Readonly<Record<string, Phrase>>>,
): LazyPhrases<Phrase> {
  const loaded = signal<{ of: Language; phrases: Readonly<Record<string, Phrase>> } | null>(null);
  let loading: Language | null = null;

  async function begin(language: Language): Promise<void> {
    loading = language;
    try {
      const phrases = await load(language);
      // Another language may have been asked for since.
      if (loading === language) loaded.value = { of: language, phrases };
    } catch {
      // What is shown without phrases says enough; the next call tries again.
    } finally {
      if (loading === language) loading = null;
    }
  }

  return {
    in(language) {
      if (loaded.value?.of === language) return loaded.value.phrases;
      if (loading !== language) void begin(language);
      return null;
    },
  };
}

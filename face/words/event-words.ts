import { signal } from '@preact/signals';

import { language } from './word.ts';

type Phrases = Readonly<Record<string, string>>;

const spoken = signal<{ readonly of: string; readonly phrases: Phrases }>({ of: '', phrases: {} });

/** What somebody did, after their name: `allowed an action`. Null: a type that this version does not know. */
export function eventWords(type: string): string | null {
  if (spoken.value.of !== language()) void speakEvents();
  return spoken.value.phrases[type] ?? null;
}

let loading = '';

async function speakEvents(): Promise<void> {
  const wanted = language();
  if (loading === wanted) return;
  loading = wanted;
  const loaded: { readonly default: Phrases } =
    wanted === 'en' ? await import('./events.en.json') : await import('./events.zh-CN.json');
  spoken.value = { of: wanted, phrases: loaded.default };
}

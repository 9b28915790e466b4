import { signal } from '@preact/signals';

import type { ErrorCode } from '../../shared/model/error-code-names.ts';
import type { Language } from './language.ts';

type Phrases = Readonly<Record<string, readonly string[]>>;

const spoken = signal<Phrases>({});

/** What happened, and what a person can do about it; null until the phrases are loaded. */
export function errorWords(
  code: ErrorCode,
): { readonly meaning: string; readonly remedy: string } | null {
  const [meaning, remedy] = spoken.value[code] ?? [];
  return meaning === undefined || remedy === undefined ? null : { meaning, remedy };
}

/** Loaded beside the first screen: when they are needed, the conductor may be gone. */
export async function speakErrors(language: Language): Promise<void> {
  const loaded: { readonly default: Phrases } =
    language === 'en' ? await import('./errors.en.json') : await import('./errors.zh-CN.json');
  spoken.value = loaded.default;
}

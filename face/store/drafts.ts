import { type Signal, signal } from '@preact/signals';

const PREFIX = 'baton.draft.';

/** Does this window keep what is written? False once it would not. */
export const areDraftsKept = signal(true);

const drafts = new Map<string, Signal<string>>();

/** Returns a person's unsent text, by the thing it is for; it survives a reload. */
export function draftOf(thing: string): Signal<string> {
  const known = drafts.get(thing);
  if (known) return known;
  const key = PREFIX + thing;
  const draft = signal(read(key));
  draft.subscribe((text) => keep(key, text));
  drafts.set(thing, draft);
  return draft;
}

/** All that was written in this tab and not sent, the longest last. */
export function unsentTexts(): readonly string[] {
  return Object.entries(keptTexts())
    .filter(([key, text]) => key.startsWith(PREFIX) && text.trim() !== '')
    .map(([, text]) => text)
    .toSorted((a, b) => a.length - b.length);
}

function keptTexts(): Readonly<Record<string, string>> {
  try {
    return Object.fromEntries(Object.entries<string>(sessionStorage));
  } catch {
    return Object.fromEntries([...drafts].map(([thing, { value }]) => [PREFIX + thing, value]));
  }
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // The draft lives as long as the page.
    areDraftsKept.value = false;
  }
}

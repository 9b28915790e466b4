import { type Signal, signal } from '@preact/signals';

const drafts = new Map<string, Signal<string>>();

/** What a person writes and has not sent, by the thing it is for; it survives a reload. */
export function draftOf(thing: string): Signal<string> {
  const known = drafts.get(thing);
  if (known) return known;
  const key = `baton.draft.${thing}`;
  const draft = signal(read(key));
  draft.subscribe((text) => keep(key, text));
  drafts.set(thing, draft);
  return draft;
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
    // Nothing is kept in this window: the draft lives as long as the page.
  }
}

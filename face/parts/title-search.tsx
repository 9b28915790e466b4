import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { word, type WordKey } from '../words/word.ts';
import { useKeys } from './keys.ts';

interface TitleSearchProps {
  /** Whose list it filters: `/` leads there. */
  readonly place: WordKey;
  readonly title: string;
  readonly onChange: (title: string) => void;
}

/** Typed text is asked for when the person pauses. */
const TYPED_MS = 250;

/** Which chats are shown, by what their titles hold. */
export function TitleSearch({ place, title, onChange }: TitleSearchProps): VNode {
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(title);
  useKeys(place, [{ keys: '/', says: 'keys_filter', run: () => search.current?.focus() }]);
  useEffect(() => setTyped(title), [title]);
  useEffect(() => {
    if (typed === title) return undefined;
    const timer = setTimeout(() => onChange(typed), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      ref={search}
      type="search"
      maxLength={200}
      placeholder={word('filter_title')}
      aria-label={word('filter_title')}
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

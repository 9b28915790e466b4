import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { type WordKey, word } from '../words/word.ts';

const SAID_MS = 2_000;

/** Copies a text as it is, and says so. */
export function CopyButton({
  text,
  says = 'copy',
}: {
  readonly text: string;
  readonly says?: WordKey;
}): VNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      class="plain"
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        );
      }}
    >
      <span aria-live="polite">{word(copied ? 'copied' : says)}</span>
    </button>
  );
}

import type { VNode } from 'preact';

/** A phrase of ours: what stands between backticks in it is code. */
export function Phrase({ text }: { readonly text: string }): VNode {
  return (
    <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>))}</>
  );
}

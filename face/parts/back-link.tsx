import type { VNode } from 'preact';

import { word } from '../words/word.ts';

/** Where there is no room for both, a detail stands in the place of its list: the way back to that. */
export function BackLink({ href }: { readonly href: string }): VNode {
  return (
    <a class="only-narrow" href={href}>
      ‹ {word('keys_back')}
    </a>
  );
}

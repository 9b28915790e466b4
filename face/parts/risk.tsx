import type { VNode } from 'preact';

import { word } from '../words/word.ts';

/** How much harm an action may do, as a word. */
export function Risk({ risk }: { readonly risk: 'low' | 'medium' | 'high' }): VNode {
  return (
    <span class="risk" data-risk={risk}>
      {word(`risk_${risk}`)}
    </span>
  );
}

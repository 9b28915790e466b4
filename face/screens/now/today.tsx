import type { VNode } from 'preact';

import { spanOf } from '../../parts/time.tsx';
import { counted, word } from '../../words/word.ts';
import type { Overview } from './overview.ts';

/** How much there was since midnight. */
export function Today({ today }: { readonly today: Overview['today'] }): VNode {
  const { deliveries, uncertain, actions, to_acked_ms: median } = today;
  const all = Object.values(deliveries).reduce((sum, count) => sum + count, 0);
  return (
    <p class="today soft">
      <strong>{word('now_today')}</strong> {counted('now_deliveries', all)} ·{' '}
      {word('now_uncertain', uncertain)} · {counted('now_actions', actions)}
      {median !== null && <> · {word('now_median', spanOf(median))}</>}
    </p>
  );
}

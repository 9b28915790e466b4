import type { VNode } from 'preact';

import { Guarded } from '../../parts/guarded.tsx';
import { loadLater } from '../../parts/load-later.ts';
import { spanOf } from '../../parts/time.tsx';
import { counted, word } from '../../words/word.ts';
import type { Overview } from './overview.ts';

const Spark = loadLater(async () => (await import('./later.ts')).Spark);

/** How much there was since midnight. */
export function Today({ today }: { readonly today: Overview['today'] }): VNode {
  const { deliveries, uncertain, actions, to_acked_ms: median } = today;
  const all = Object.values(deliveries).reduce((sum, count) => sum + count, 0);
  return (
    <p class="today soft">
      <strong>{word('now_today')}</strong> {counted('now_deliveries', all)} ·{' '}
      {word('now_uncertain', uncertain)} · {counted('now_actions', actions)}
      {median !== null && <> · {word('now_median', spanOf(median))}</>}
      <Guarded path="/">
        <Spark deliveries={all} />
      </Guarded>
    </p>
  );
}

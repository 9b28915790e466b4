import type { VNode } from 'preact';

import { exactTime, Time } from '../../parts/time.tsx';
import type { Kinds } from '../../store/rows.ts';
import { numberText } from '../../words/formats.ts';
import { type WordKey, word } from '../../words/word.ts';

/** When it was asked for, began and ended, and how long it ran. */
export function ActionTimes({
  instruction: { created_at: asked, started_at: began, finished_at: ended },
}: {
  readonly instruction: Kinds['instruction'];
}): VNode {
  const moments: readonly (readonly [WordKey, number | null])[] = [
    ['action_asked', asked],
    ['action_began', began],
    ['action_ended', ended],
  ];
  return (
    <dl class="facts">
      {moments.map(
        ([says, at]) =>
          at !== null && (
            <div key={says}>
              <dt>{word(says)}</dt>
              <dd>
                {exactTime(at)} · <Time at={at} />
              </dd>
            </div>
          ),
      )}
      {began !== null && ended !== null && (
        <div>
          <dt>{word('action_took')}</dt>
          <dd class="number">{tookText(ended - began)}</dd>
        </div>
      )}
    </dl>
  );
}

const UNITS = [
  ['millisecond', 1_000],
  ['second', 60],
  ['minute', 60],
  ['hour', Infinity],
] as const;

/** A length of time in the unit that suits it. */
export function tookText(ms: number): string {
  let amount = ms;
  for (const [unit, size] of UNITS) {
    if (amount < size) {
      const digits = unit === 'millisecond' || amount >= 10 ? 0 : 1;
      return numberText(amount, { style: 'unit', unit, maximumFractionDigits: digits });
    }
    amount /= size;
  }
  return '';
}

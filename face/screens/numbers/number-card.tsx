import type { VNode } from 'preact';

import { isErrorCode } from '../../../shared/model/error-code-names.ts';
import { errorWords } from '../../words/error-words.ts';
import { word } from '../../words/word.ts';
import { highestIn } from './chart-path.ts';
import { Chart } from './chart.tsx';
import { type Card, type Series, valueText } from './series.ts';

interface NumberCardProps {
  readonly card: Card;
  readonly series: Series;
  readonly beside: Series | undefined;
  /** The step that is pointed at in any of the drawings, and when it began; null: none is. */
  readonly step: number | null;
  readonly at: string | null;
  readonly onStep: (step: number | null) => void;
}

/** One number: over the whole span, or in the step that is pointed at, and how it went. */
export function NumberCard({ card, series, beside, step, at, onStep }: NumberCardProps): VNode {
  const shown = (of: Series): string =>
    valueText(of.unit, step === null ? of.value : (of.points[step] ?? null));
  const highest = highestIn(series.points, beside?.points ?? []);
  const parts = Object.entries(series.by).toSorted(([, a], [, b]) => b - a);
  return (
    <li class="card">
      <h2>{word(card.says)}</h2>
      <p class="asked">
        <strong class="number">{shown(series)}</strong>
        {beside && card.beside && (
          <span class="soft number">
            {word(card.beside.says)} {shown(beside)}
          </span>
        )}
      </p>
      <Chart {...{ series, beside, step, onStep }} highest={highest ?? 0} bad={card.bad === true} />
      <p class="soft small number">
        {at ?? ((highest ?? 0) > 0 ? word('number_highest', valueText(series.unit, highest)) : '–')}
      </p>
      {card.bad === true && parts.length > 0 && (
        <ul class="small soft">
          {parts.map(([code, count]) => (
            <li key={code} title={isErrorCode(code) ? errorWords(code)?.meaning : undefined}>
              {count} <code>{code}</code>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { Block } from '../../parts/block.tsx';
import { useKeys } from '../../parts/keys.ts';
import { clockTime, exactTime } from '../../parts/time.tsx';
import { useAnswer, useWorld } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { NumberCard } from './number-card.tsx';
import { NumbersTable } from './numbers-table.tsx';
import { type Answered, CARDS, type Span, spanIn, SPANS } from './series.ts';
import './numbers.css';

/** How much happened in the last hours, and how fast. */
export function Numbers(): VNode {
  const { query, route } = useLocation();
  const { live } = useWorld();
  const span = spanIn(query);
  const asTable = query['as'] === 'table';
  const { state, again } = useAnswer('listSeries', { query: { span } });
  // The stream says when there is more: no clock of the page's own.
  useEffect(() => live.wantNumbers(), [live]);
  useEffect(
    () =>
      live.on(({ kind }) => {
        if (kind === 'numbers') again();
      }),
    [live, span],
  );

  const go = (to: Span, table: boolean): void =>
    route(`/numbers?${new URLSearchParams({ span: to, ...(table && { as: 'table' }) })}`, true);
  useKeys('place_numbers', [
    { keys: 'v', says: 'numbers_as_table', run: () => go(span, !asTable) },
  ]);

  return (
    <>
      <div class="chips">
        <span class="modes" role="group" aria-label={word('numbers_span')}>
          {SPANS.map((one) => (
            <button
              key={one}
              type="button"
              class="plain"
              aria-pressed={one === span}
              onClick={() => go(one, asTable)}
            >
              {word(`span_${one}`)}
            </button>
          ))}
        </span>
        <button
          type="button"
          class="plain"
          aria-pressed={asTable}
          onClick={() => go(span, !asTable)}
        >
          {word('numbers_as_table')} <kbd>v</kbd>
        </button>
        {state.value.data && <Since answered={state.value.data} />}
      </div>
      <Block state={state} again={again}>
        {(answered) =>
          asTable ? <NumbersTable answered={answered} /> : <Cards answered={answered} />
        }
      </Block>
    </>
  );
}

/** Numbers live in the conductor's memory: from before its start there are none. */
function Since({ answered: { since } }: { readonly answered: Answered }): VNode {
  const isToday = new Date(since).toDateString() === new Date().toDateString();
  return (
    <span class="soft" title={exactTime(since)}>
      {word('numbers_since', isToday ? clockTime(since) : exactTime(since))}
    </span>
  );
}

function Cards({ answered }: { readonly answered: Answered }): VNode {
  const [step, onStep] = useState<number | null>(null);
  const of = new Map(answered.items.map((one) => [one.name, one]));
  const at = step === null ? null : clockTime(answered.from + step * answered.step_ms);
  return (
    <ul class="numbers">
      {CARDS.map((card) => {
        const series = of.get(card.name);
        if (series === undefined) return null;
        const beside = card.beside && of.get(card.beside.name);
        return (
          <NumberCard
            key={card.name}
            {...{ card, series, beside, at }}
            step={step}
            onStep={onStep}
          />
        );
      })}
    </ul>
  );
}

import type { VNode } from 'preact';

import { clockTime } from '../../parts/time.tsx';
import { word } from '../../words/word.ts';
import { type Answered, CARDS, valueText } from './series.ts';

/** The same in words, the newest first; steps in which nothing was measured are left out. */
export function NumbersTable({ answered }: { readonly answered: Answered }): VNode {
  const { items, from, step_ms: stepMs } = answered;
  const of = new Map(items.map((one) => [one.name, one]));
  const columns = CARDS.flatMap(({ name, says, beside }) => [
    { name, title: word(says) },
    ...(beside ? [{ name: beside.name, title: `${word(says)}, ${word(beside.says)}` }] : []),
  ]).flatMap(({ name, title }) => {
    const series = of.get(name);
    return series === undefined ? [] : [{ title, series }];
  });
  const steps = (items[0]?.points ?? [])
    .map((_point, step) => step)
    .filter((step) => columns.some(({ series }) => series.points[step] !== null))
    .toReversed();
  return (
    <div class="numbers-table" tabIndex={0} role="region" aria-label={word('numbers_table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{word('numbers_from')}</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={from + step * stepMs}>
              <th scope="row">{clockTime(from + step * stepMs)}</th>
              {columns.map(({ title, series }) => (
                <td key={title} class="number">
                  {valueText(series.unit, series.points[step] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

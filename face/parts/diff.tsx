import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import { visibleText } from '../../shared/lib/visible-text.ts';
import { counted, word } from '../words/word.ts';
import { compareTexts, type DiffLine, folded } from './diff-lines.ts';

const SIGNS = { same: ' ', cut: '−', added: '+' } as const;

/** Two texts of others, one under the other, with what the second has instead. */
export function Diff({
  label,
  before,
  after,
}: {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}): VNode {
  const compared = useMemo(() => compareTexts(before, after), [before, after]);
  const [whole, showWhole] = useState(false);
  if (compared.kind === 'too_large') return <p class="soft">{word('diff_too_large')}</p>;
  const { lines, added, cut, coarse } = compared;
  if (added + cut === 0) return <p class="soft">{word('diff_same')}</p>;
  const drawn = whole ? lines : folded(lines);
  return (
    <figure class="diff">
      <figcaption class="soft small">
        {label} <span class="number">{word('diff_counts', added, cut)}</span>
        {coarse && ` · ${word('diff_coarse')}`}
      </figcaption>
      <div class="diff-lines" tabIndex={0} role="group" aria-label={label}>
        {drawn.map((line, at) =>
          typeof line === 'number' ? (
            <p key={`fold ${at}`} class="diff-fold">
              <button type="button" class="link" onClick={() => showWhole(true)}>
                {counted('diff_folded', line)}
              </button>
            </p>
          ) : (
            <Line key={`${line.before} ${line.after}`} line={line} />
          ),
        )}
      </div>
    </figure>
  );
}

function Line({ line: { kind, before, after, pieces } }: { readonly line: DiffLine }): VNode {
  return (
    <p data-kind={kind}>
      <span class="diff-number" aria-hidden="true">
        {after ?? before}
      </span>
      <span class="diff-sign">
        <span aria-hidden="true">{SIGNS[kind]}</span>
        {kind !== 'same' && <span class="unseen">{word(`diff_${kind}`)}</span>}
      </span>
      <bdi>
        {pieces.map(({ text, changed }, at) =>
          changed ? (
            <mark key={at}>{visibleText(text)}</mark>
          ) : (
            <span key={at}>{visibleText(text)}</span>
          ),
        )}
      </bdi>
    </p>
  );
}

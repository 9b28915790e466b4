import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { Request } from '../../shared/api/operation.ts';
import type { ResponseOf, Operations } from '../../shared/api/operations.ts';
import { useAnswer } from '../store/world.ts';
import { counted, word } from '../words/word.ts';
import { Block } from './block.tsx';
import { DecisionMark } from './rule-text.tsx';

export type RuleChange = Request<Operations['previewRule']>['body'];

type Preview = ResponseOf<'previewRule'>;

/** Milliseconds without a key before the preview is asked for. */
const SETTLE_MS = 300;

const EXAMPLES = 5;

/** Effect of the changed rules on the newest actions. */
export function RulePreview({ change }: { readonly change: RuleChange }): VNode {
  const settled = useSettled(change);
  const { state, again } = useAnswer('previewRule', { body: settled });
  return (
    <section class="stack preview" aria-label={word('preview')}>
      <h3>{word('preview')}</h3>
      <Block state={state} again={again}>
        {(preview) => <Effect preview={preview} />}
      </Block>
    </section>
  );
}

function Effect({ preview }: { readonly preview: Preview }): VNode {
  const { looked_at: looked, changed, changed_total: total, denied_would_run: denied } = preview;
  if (total === 0) return <p>{counted('preview_none', looked)}</p>;
  const rows = ['run', 'ask', 'deny'] as const;
  return (
    <>
      <p>{counted('preview_changed', total, String(looked))}</p>
      {denied > 0 && <p class="fault">{counted('preview_denied', denied)}</p>}
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{word('preview_now')}</th>
            <th scope="col">{word('preview_would')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((decision) => (
            <tr key={decision}>
              <th scope="row">
                <DecisionMark decision={decision} />
              </th>
              <td class="number">{preview.now[decision]}</td>
              <td class="number">{preview.would[decision]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul class="plain-list small">
        {changed.slice(0, EXAMPLES).map((one) => (
          <li key={one.instruction_id}>
            <a href={`/actions/${one.instruction_id}`}>
              <code>{one.action}</code>
            </a>{' '}
            <DecisionMark decision={one.was} /> → <DecisionMark decision={one.would} />
          </li>
        ))}
      </ul>
    </>
  );
}

function useSettled<T>(value: T): T {
  const [settled, settle] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}

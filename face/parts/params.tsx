import type { VNode } from 'preact';

import { shownParams } from '../../shared/lib/shown-params.ts';
import { word } from '../words/word.ts';
import type { JsonObject } from './params-fields.ts';

/** What an action brings, each param whole, and all seen that is in it. */
export function Params({ params }: { readonly params: JsonObject }): VNode {
  const shown = shownParams(JSON.stringify(params)) ?? [];
  if (shown.length === 0) return <p class="soft">{word('no_params')}</p>;
  return (
    <dl class="params">
      {shown.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <pre tabIndex={0}>{value}</pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}

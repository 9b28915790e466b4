import type { VNode } from 'preact';

import { shownParams } from '../../shared/lib/shown-params.ts';
import { word } from '../words/word.ts';
import type { JsonObject } from './params-fields.ts';

/** Params of an action, each whole, with hidden characters made visible. */
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

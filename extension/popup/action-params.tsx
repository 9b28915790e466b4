import type { VNode } from 'preact';

import { shownParams } from '../../shared/lib/shown-params.ts';
import { language, word } from '../i18n/words.ts';
import { Phrase } from '../ui/phrase.tsx';

/** An action as the conductor tells of it. */
export interface ToldAction {
  /** `target::tool` */
  readonly action: string;
  readonly params: string;
  readonly whole_params?: string | undefined;
  readonly params_length?: number | undefined;
}

/** From here on a person is told how much there is to read, in UTF-16 units. */
const LONG = 600;

/** Null: they are not all here, and nobody may be asked to let them run. */
function wholeParams({ whole_params: whole, params }: ToldAction) {
  return shownParams(whole ?? params);
}

/** Is all of it here to be shown? */
export function isWhole(action: ToldAction): boolean {
  return wholeParams(action) !== null;
}

/** Shows its params, one to a line, and their length if they are long; or that they are not all here. */
export function ActionParams({ action }: { readonly action: ToldAction }): VNode {
  const { length } = action.whole_params ?? action.params;
  const count = (action.params_length ?? length).toLocaleString(language());
  const params = wholeParams(action);
  if (params === null) return <Length says={word('approval_too_long', count)} />;
  if (params.length === 0) return <Length says={word('approval_no_params')} />;
  return (
    <>
      {length >= LONG && <Length says={word('approval_length', count)} />}
      <dl class="params">
        {params.map(({ name, value }) => (
          // guard: no-markup
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Length({ says }: { readonly says: string }): VNode {
  return (
    <p class="length">
      <Phrase text={says} />
    </p>
  );
}

/** An action's name where a phrase puts it between backticks. */
export function actionName(action: string): string {
  return action.replaceAll('`', "'");
}

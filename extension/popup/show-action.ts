import { shownParams } from '../../shared/lib/shown-params.ts';
import { makeElement } from '../ui/make-element.ts';
import { withCode } from '../i18n/localise.ts';
import { language, word } from '../i18n/words.ts';

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

/** Its params, one to a line, and how much that is where it is much; or that they are not all here. */
export function showParams(action: ToldAction): HTMLElement[] {
  const { length } = action.whole_params ?? action.params;
  const count = (action.params_length ?? length).toLocaleString(language());
  const params = wholeParams(action);
  if (params === null) return [phrase(word('approval_too_long', count), 'length')];
  if (params.length === 0) return [phrase(word('approval_no_params'), 'length')];
  const rows = params.map(({ name, value }) =>
    makeElement('div', {}, [makeElement('dt', { text: name }), makeElement('dd', { text: value })]),
  );
  const given = makeElement('dl', { className: 'params' }, rows);
  return length < LONG ? [given] : [phrase(word('approval_length', count), 'length'), given];
}

/** An action's name where a phrase puts it between backticks. */
export function actionName(action: string): string {
  return action.replaceAll('`', "'");
}

export function phrase(text: string, className = ''): HTMLElement {
  return makeElement('p', { className }, withCode(document, text));
}

import { type LineElement, pressWordsOf } from '../../../../../shared/lib/page-line.ts';
import { type Act, sendsBy, shownPresses } from './shown-press.ts';

/**
 * Tells whether an act sends a form that is no search, or presses an element beside an amount of money, as the page's
 * script reported.
 */
export function isGravePress(act: Act, shown: readonly string[]): boolean {
  const by = act.verb === 'check' ? 'button' : sendsBy(act);
  if (by === null) return false;
  return shownPresses(act, shown).some(({ element, isInForm, form }) => {
    if (pressWordsOf(element).length > 0) return true;
    return by === 'field' && element.role !== 'link' && isInForm && form.some(sendsIt);
  });
}

function sendsIt(element: LineElement): boolean {
  return pressWordsOf(element).includes('submits');
}

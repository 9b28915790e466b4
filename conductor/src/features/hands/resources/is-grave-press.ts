import { type LineElement, pressWordsOf } from '../../../../../shared/lib/page-line.ts';
import { isGrave } from './is-grave.ts';
import { type Act, sendsBy, shownPresses } from './shown-press.ts';

/**
 * Tells whether an act sends a form that is no search, presses an element beside an amount of money, as the page's script
 * reported, or answers a question about what spends, sends or deletes: OK says nothing of that.
 */
export function isGravePress(act: Act, shown: readonly string[]): boolean {
  const by = act.verb === 'check' ? 'button' : sendsBy(act);
  if (by === null) return false;
  return shownPresses(act, shown).some(({ element, isInForm, form, questions }) => {
    if (pressWordsOf(element).length > 0) return true;
    // guard: grave-questions
    if (questions.some((name) => isGrave({ role: null, name }))) return true;
    return by === 'field' && element.role !== 'link' && isInForm && form.some(sendsIt);
  });
}

function sendsIt(element: LineElement): boolean {
  return pressWordsOf(element).includes('submits');
}

import type { LineElement } from '../../../../../shared/lib/page-line.ts';
import { type Act, sendsBy, shownPresses } from './shown-press.ts';

/**
 * Tells whether an act presses a button, or Enter, in a form that asks for a secret; where no form was shown around it,
 * beside a field for a secret.
 */
export function sendsSecret(act: Act, shown: readonly string[]): boolean {
  const by = sendsBy(act);
  if (by === null) return false;
  return shownPresses(act, shown).some(
    ({ element, form }) => (by === 'field' || element.role === 'button') && form.some(isSecret),
  );
}

/** Tells whether an element asks for a secret, as the page's script found it, by what a person sees there. */
function isSecret({ role, states }: LineElement): boolean {
  return role === 'password' || states.split(' ').includes('secret');
}

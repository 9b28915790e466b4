import {
  depthOf,
  elementsIn,
  type LineElement,
  withoutRef,
} from '../../../../shared/lib/page-line.ts';
import type { JsonObject } from '../../baa/json-value.ts';
import { sentBy, submits } from './said-by-name.ts';

interface Act {
  readonly verb: unknown;
  readonly args: JsonObject;
}

/**
 * It presses a button, or Enter, in a form that asks for a secret; where none was shown around it, beside one. Words of
 * the page may look like the element's line too: one line that fits is enough.
 *
 * @param shown What the session was shown of the page.
 */
export function sendsSecret(act: Act, shown: readonly string[]): boolean {
  const what = pressed(act);
  if (what === null) return false;
  const { ref, role, name } = act.args;
  const isMeant = (one: LineElement): boolean =>
    (one.ref === ref || (one.role === role && one.name === name)) &&
    (what === 'field' || one.role === 'button');
  return shown.some((text) => standsBySecret(isMeant, text.split('\n')));
}

/** What has to be pressed by it for a form to be sent; null: it sends none. */
function pressed({ verb, args }: Act): 'field' | 'button' | null {
  if (verb === 'press') return sentBy(args['key']);
  if (verb === 'click') return 'button';
  return verb === 'type' && submits(args) ? 'field' : null;
}

function standsBySecret(isMeant: (one: LineElement) => boolean, lines: readonly string[]): boolean {
  const forms = formsOf(lines);
  const elements = lines.map(elementsIn);
  const secret = new Set(forms.filter((_, at) => elements[at]?.some(isSecret)));
  return elements.some((of, at) => secret.has(forms[at] ?? null) && of.some(isMeant));
}

/** As the page's script found it, by what a person sees there. */
function isSecret({ role, states }: LineElement): boolean {
  return role === 'password' || states.split(' ').includes('secret');
}

/** Of each line the one that begins the form it stands in; null: it stands in none. */
function formsOf(lines: readonly string[]): readonly (number | null)[] {
  const around: { depth: number; form: number | null }[] = [];
  return lines.map((line, at) => {
    const depth = depthOf(line);
    while ((around.at(-1)?.depth ?? -1) >= depth) around.pop();
    const form = around.at(-1)?.form ?? null;
    around.push({ depth, form: /^form\b/.test(withoutRef(line.trimStart())) ? at : form });
    return form;
  });
}

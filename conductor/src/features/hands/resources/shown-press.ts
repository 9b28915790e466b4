import {
  depthOf,
  elementsIn,
  type LineElement,
  withoutRef,
} from '../../../../../shared/lib/page-line.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import { sentBy, submits } from './said-by-name.ts';

export interface Act {
  readonly verb: unknown;
  readonly args: JsonObject;
}

/** An element that an act may mean, in a line that was shown. */
export interface ShownPress {
  readonly element: LineElement;
  readonly isInForm: boolean;
  /** Elements of the same form; where none was shown around it, all that stand in no form. */
  readonly form: readonly LineElement[];
}

/** Returns which element an act must press to send a form; null: the act sends none. */
export function sendsBy({ verb, args }: Act): 'field' | 'button' | null {
  if (verb === 'press') return sentBy(args['key']);
  if (verb === 'click') return 'button';
  return verb === 'type' && submits(args) ? 'field' : null;
}

/**
 * Returns each element that fits what the act names. Words of the page may look like the element's line too: one that
 * fits is enough.
 *
 * @param shown What the session was shown of the page.
 */
export function shownPresses({ args }: Act, shown: readonly string[]): readonly ShownPress[] {
  const { ref, role, name } = args;
  const isMeant = (one: LineElement): boolean =>
    one.ref === ref || (one.role === role && one.name === name);
  return shown.flatMap((text) => {
    const lines = text.split('\n');
    const elements = lines.map(elementsIn);
    if (!elements.some((of) => of.some(isMeant))) return [];
    const forms = formsOf(lines);
    const byForm = Map.groupBy(lines.keys(), (at) => forms[at] ?? null);
    return elements.flatMap((of, at) =>
      of.filter(isMeant).map((element) => {
        const around = forms[at] ?? null;
        const form = (byForm.get(around) ?? []).flatMap((line) => elements[line] ?? []);
        return { element, isInForm: around !== null, form };
      }),
    );
  });
}

/** Returns for each line the line that begins its form; null: it stands in none. */
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

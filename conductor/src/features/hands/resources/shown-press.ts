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
  /** Returns the question that it may answer: the words of a short dialog around it, or questions in the lines before it. */
  readonly questions: readonly string[];
}

/** A dialog of so many characters is a question, whether it has a mark of one or none. */
const LONGEST_QUESTION = 300;
/** How many lines before it a question may stand. */
const LINES_BEFORE = 4;
const QUESTION = /[^.!?。！？؟¿]{1,300}[?？؟]/gu;

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
        return { element, isInForm: around !== null, form, questions: questionsAt(lines, at) };
      }),
    );
  });
}

function questionsAt(lines: readonly string[], at: number): readonly string[] {
  const begins = (line: string): boolean =>
    /^(?:alert)?dialog\b/.test(withoutRef(line.trimStart()));
  let depth = depthOf(lines[at] ?? '');
  let dialog = '';
  for (let above = at - 1; above >= 0 && dialog === ''; above -= 1) {
    const line = lines[above] ?? '';
    if (depthOf(line) >= depth) continue;
    depth = depthOf(line);
    if (begins(line)) dialog = wordsOf([line, ...within(lines, above)]);
  }
  const before = wordsOf(lines.slice(Math.max(0, at - LINES_BEFORE), at));
  return [
    ...(dialog.length <= LONGEST_QUESTION ? [dialog] : []),
    ...(before.match(QUESTION) ?? []),
    ...(dialog.match(QUESTION) ?? []),
  ];
}

/** The lines that stand deeper than the line at that place, until one does not. */
function within(lines: readonly string[], at: number): readonly string[] {
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => depthOf(line) <= depthOf(lines[at] ?? ''));
  return end === -1 ? rest : rest.slice(0, end);
}

/** Words of the page in lines, but for those of what is pressed itself: a button says what it does by its own name. */
function wordsOf(lines: readonly string[]): string {
  const read = lines.filter((line) =>
    elementsIn(line).every(({ role }) => role.endsWith('dialog')),
  );
  return read.flatMap((line) => line.match(/(?<=")[^"]+(?=")/g) ?? []).join('. ');
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

import type { JsonObject } from '../../baa/json-value.ts';
import { sentBy, submits } from './said-by-name.ts';

/** As a snapshot shows one: a password, what is filled in and not told, or where a card's number is asked for. */
const SECRET =
  /(?:^|[\s|+-])password (?:"|\[)|\[\w+\][^|"]{0,80} filled\b|"[^"]{0,120}\b(?:card number|cvv|cvc|iban)\b/i;

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
  const words = what === null ? null : wordsOf(act.args);
  if (words === null) return false;
  const isButton = what === 'button';
  return shown.some(
    (text) => text.includes(words) && standsBySecret(isButton, words, text.split('\n')),
  );
}

/** What has to be pressed by it for a form to be sent; null: it sends none. */
function pressed({ verb, args }: Act): 'field' | 'button' | null {
  if (verb === 'press') return sentBy(args['key']);
  if (verb === 'click') return 'button';
  return verb === 'type' && submits(args) ? 'field' : null;
}

/** What its line has in it. */
function wordsOf({ ref, role, name }: JsonObject): string | null {
  if (typeof ref === 'string') return `[${ref}]`;
  return typeof role === 'string' && typeof name === 'string' ? `${role} "${name}"` : null;
}

function standsBySecret(isButton: boolean, words: string, lines: readonly string[]): boolean {
  const forms = formsOf(lines);
  const secret = new Set(forms.filter((_, at) => SECRET.test(lines[at] ?? '')));
  return lines.some(
    (line, at) =>
      line.includes(words) &&
      (!isButton || line.includes('button "')) &&
      secret.has(forms[at] ?? null),
  );
}

/** Of each line the one that begins the form it stands in; null: it stands in none. */
function formsOf(lines: readonly string[]): readonly (number | null)[] {
  const around: { depth: number; form: number | null }[] = [];
  return lines.map((line, at) => {
    const depth = line.search(/\S|$/);
    while ((around.at(-1)?.depth ?? -1) >= depth) around.pop();
    const form = around.at(-1)?.form ?? null;
    around.push({ depth, form: /^form\b/.test(line.trimStart()) ? at : form });
    return form;
  });
}

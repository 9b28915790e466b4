import type { JsonObject } from '../../../baa/json-value.ts';

/**
 * Roles of elements that take a press as a whole. Regions, rows and the like hold others, one of which may lie at the
 * pressed point.
 */
const PRESSED: ReadonlySet<string> = new Set(
  (
    'button link clickable checkbox radio switch menuitem menuitemcheckbox menuitemradio tab option treeitem ' +
    'listbox slider scrollbar file color'
  ).split(' '),
);

/** Roles of elements that take a text. Enter in them sends their form. */
const FIELDS: ReadonlySet<string> = new Set(
  'textbox searchbox password combobox spinbutton date time month week datetime-local'.split(' '),
);

/** Role of a search field: a search is asked for by name, and sends nothing. */
const SEARCH = 'searchbox';

/** Keys that move the focus or the view, and do nothing there. */
const MOVES =
  /^(?:Shift\+)?(?:Tab|Esc|Escape|Home|End|PageUp|PageDown|Arrow(?:Left|Right|Up|Down))$/;

const ENTER = /^(?:Enter|Return)$/;

const SPACE = /^(?: |Space)$/;

/**
 * Tells whether the name of an element says what comes of the act. It says nothing of a form that is sent by a field of
 * it, of what lies in a region, nor of a key that the page may take for anything, as Delete or Control+Enter.
 */
export function isSaidByName(tool: string, args: JsonObject, role: string): boolean {
  switch (tool) {
    case 'browser.click':
      return PRESSED.has(role) || FIELDS.has(role); // guard: pressed-whole
    case 'browser.type':
      return role === SEARCH || !submits(args); // guard: sent-by-field
    case 'browser.press':
      // guard: keys-by-any-name
      return typeof args['key'] === 'string' && isKeySaid(args['key'], role);
    default:
      return true;
  }
}

/** A text sends the form that it is typed into where that is asked for, and where its keys are pressed one by one. */
export function submits({ submit, keys, text }: JsonObject): boolean {
  return submit === true || (keys === true && typeof text === 'string' && /[\r\n]/.test(text));
}

/**
 * Returns which element must have the focus for the key to send a form, whatever is held with it; null: the key sends
 * none.
 */
export function sentBy(key: unknown): 'field' | 'button' | null {
  if (typeof key !== 'string') return null;
  const pressed = key.replace(/^.+\+/, '');
  if (ENTER.test(pressed)) return 'field';
  return SPACE.test(pressed) ? 'button' : null;
}

function isKeySaid(key: string, role: string): boolean {
  if (MOVES.test(key)) return true;
  if (PRESSED.has(role)) return ENTER.test(key) || SPACE.test(key);
  if (!FIELDS.has(role)) return false;
  const isText = key.length === 1 || SPACE.test(key) || key === 'Backspace' || key === 'Delete';
  return isText || (role === SEARCH && ENTER.test(key));
}

import { putInNoView } from '../content/compose/editable-ways.ts';
import { clearComposer, insertText } from '../content/compose/insert-text.ts';
import { runEditCommand } from '../content/compose/edit-command.ts';
import { isConnected } from './dom.ts';
import { pressKey } from './keyboard.ts';
import { moveFocusTo } from './move-focus.ts';

export type Field = HTMLInputElement | HTMLTextAreaElement;

export function isField(element: Element): element is Field {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

export interface Typing {
  readonly text: string;
  readonly replace: boolean;
  readonly keys: boolean;
}

/** Types such as `date` take no insertion: their value is set as a whole, in the browser's own spelling. */
const WHOLE = /^(?:date|time|month|week|datetime-local|color|range)$/;

/** Puts the text into a field as typing does. False: the page did not take it. */
export async function typeText(element: HTMLElement, typing: Typing): Promise<boolean> {
  moveFocusTo(element);
  if (isField(element)) return typeIntoField(element, typing);
  return typeIntoEditor(element, typing);
}

function typeIntoField(field: Field, { text, replace, keys }: Typing): boolean {
  const before = replace ? '' : field.value;
  const wanted = before + (field instanceof HTMLInputElement ? text.replace(/[\r\n]/g, '') : text);
  if (WHOLE.test(field.type)) {
    setValue(field, text);
    return field.value === text;
  }
  const old = field.value;
  if (replace) field.select();
  else moveToEnd(field);
  if (keys) {
    if (replace) runEditCommand('delete');
    for (const key of text) pressKey(field, key === '\n' ? 'Enter' : key);
  } else if (text === '') runEditCommand('delete');
  else runEditCommand('insertText', text);
  // What a page makes of it, as a telephone's number in groups, is the page's matter; nothing at all is not.
  if (field.value !== wanted && (field.value === old || !keys)) {
    const isMasked = bare(field.value) === bare(wanted) && field.value !== old;
    if (!isMasked) setValue(field, wanted);
  }
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return bare(field.value) === bare(wanted);
}

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** Selections of some types, as `email`, may not be set. */
function moveToEnd(field: Field): void {
  try {
    field.setSelectionRange(field.value.length, field.value.length);
  } catch {
    // The focus has put the cursor to the end already.
  }
}

/** Sets the value by the browser's own setter: the page's framework may have replaced it. */
export function setValue(field: Field, text: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, text);
  const options = { bubbles: true, composed: true, inputType: 'insertText', data: text || null };
  field.dispatchEvent(new InputEvent('input', options));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

async function typeIntoEditor(
  editor: HTMLElement,
  { text, replace, keys }: Typing,
): Promise<boolean> {
  const find = (): HTMLElement | null => (isConnected(editor) ? editor : null);
  if (keys || !replace) {
    if (replace && !(await clearComposer(find))) return false;
    const selection = document.getSelection();
    selection?.selectAllChildren(editor);
    selection?.collapseToEnd();
    if (!keys) return runEditCommand('insertText', text);
    for (const key of text) pressKey(editor, key === '\n' ? 'Enter' : key);
    return true;
  }
  if (!(await clearComposer(find))) return false;
  if (text === '') return true;
  const isInterrupted = (): boolean => false;
  return (
    (await insertText(find, text, {
      known: null,
      mangling: new Set(),
      putInView: putInNoView,
      isInterrupted,
    })) !== null
  );
}

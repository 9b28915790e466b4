import type { Way } from './editable-ways.ts';
import { runEditCommand } from './edit-command.ts';

export type Field = HTMLTextAreaElement | HTMLInputElement;

export function isField(element: Element): element is Field {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
}

/** In the order in which they are tried. Pages correct what is typed, and seldom what is pasted. */
export const FIELD_WAYS: readonly Way[] = [
  {
    name: 'value-typed',
    put: (field, text) => isField(field) && setField(field, text, 'insertText'),
  },
  {
    name: 'value-pasted',
    put: (field, text) => isField(field) && setField(field, text, 'insertFromPaste'),
  },
  {
    name: 'command',
    put(field, text) {
      if (isField(field)) field.select();
      return runEditCommand('insertText', text);
    },
  },
];

/** From this world the built-in setter is reached even where the page's framework shadows it. */
export function setField(
  field: Field,
  text: string,
  inputType: 'insertText' | 'insertFromPaste' | 'deleteContent',
): boolean {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  const descriptor = Object.getOwnPropertyDescriptor(prototype.prototype, 'value');
  descriptor?.set?.call(field, text);
  const options = { bubbles: true, composed: true, inputType };
  field.dispatchEvent(new InputEvent('input', { ...options, data: text || null }));
  return true;
}

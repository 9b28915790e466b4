import { runEditCommand } from '../content/compose/edit-command.ts';
import { getterOf, tagOf } from './dom.ts';

const CODES: Readonly<Record<string, number>> = {
  Enter: 13,
  Tab: 9,
  Escape: 27,
  Backspace: 8,
  Delete: 46,
  ' ': 32,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Home: 36,
  End: 35,
  PageUp: 33,
  PageDown: 34,
};
const MODIFIERS = ['Control', 'Shift', 'Alt', 'Meta'];
const NAMES: Readonly<Record<string, string>> = { Space: ' ', Esc: 'Escape', Return: 'Enter' };

/** Presses a key, or several at once as `Control+a`, and does what the browser does of itself after it. */
export function pressKey(element: Element, keys: string): void {
  const parts = keys.length === 1 ? [keys] : keys.split('+');
  const last = parts.at(-1) ?? '';
  const key = NAMES[last] ?? last;
  const held = parts.slice(0, -1);
  const options = {
    key,
    code: key === ' ' ? 'Space' : key.length === 1 ? `Key${key.toUpperCase()}` : key,
    keyCode: CODES[key] ?? key.toUpperCase().charCodeAt(0),
    ctrlKey: held.includes('Control'),
    shiftKey: held.includes('Shift'),
    altKey: held.includes('Alt'),
    metaKey: held.includes('Meta'),
    bubbles: true,
    cancelable: true,
    composed: true,
  };
  const goesOn = element.dispatchEvent(new KeyboardEvent('keydown', options));
  const isTyped = key.length === 1 || key === 'Enter';
  const types = goesOn && isTyped && element.dispatchEvent(new KeyboardEvent('keypress', options));
  if (goesOn && (types || !isTyped)) defaultOf(element, key, held);
  element.dispatchEvent(new KeyboardEvent('keyup', options));
}

/** A synthetic key does nothing by itself. */
function defaultOf(element: Element, key: string, held: readonly string[]): void {
  if (held.some((each) => each !== 'Shift' && MODIFIERS.includes(each))) {
    if (key.toLowerCase() === 'a') runEditCommand('selectAll');
    return;
  }
  if (key === 'Enter') pressEnter(element);
  else if (key === 'Tab') moveFocus(element, held.includes('Shift') ? -1 : 1);
  else if (key === 'Backspace') runEditCommand('delete');
  else if (key === 'Delete') runEditCommand('forwardDelete');
  else if (key === ' ' && isPressed(element)) (element as HTMLElement).click();
  else if (key.length === 1) runEditCommand('insertText', key);
  else if (key.startsWith('Arrow')) step(element, key);
}

function isPressed(element: Element): boolean {
  const isBox =
    element instanceof HTMLInputElement && /^(?:checkbox|radio|button|submit)$/.test(element.type);
  return isBox || tagOf(element) === 'BUTTON' || tagOf(element) === 'SUMMARY';
}

function pressEnter(element: Element): void {
  if (element instanceof HTMLTextAreaElement) runEditCommand('insertText', '\n');
  else if (element instanceof HTMLElement && element.isContentEditable)
    runEditCommand('insertParagraph');
  else if (element instanceof HTMLInputElement) submitForm(element);
  else if (element instanceof HTMLAnchorElement || isPressed(element))
    (element as HTMLElement).click();
}

const elementsOf = getterOf(HTMLFormElement.prototype, 'elements');

function isSubmit(element: Element): element is HTMLButtonElement | HTMLInputElement {
  const isButton = element instanceof HTMLButtonElement || element instanceof HTMLInputElement;
  return isButton && /^(?:submit|image)$/.test(element.type);
}

/** As Enter in a field does: by the form's own button, which may be disabled, or without one. */
function submitForm(field: Element): boolean {
  const form =
    field instanceof HTMLElement ? HTMLElement.prototype.closest.call(field, 'form') : null;
  if (!(form instanceof HTMLFormElement)) return false;
  // The names of a form's fields do not stand for its own.
  const submit = [...elementsOf(form)].find(isSubmit);
  if (submit?.disabled === true) return false;
  if (submit === undefined) HTMLFormElement.prototype.requestSubmit.call(form);
  else submit.click();
  return true;
}

function moveFocus(from: Element, by: 1 | -1): void {
  const all = [
    ...document.querySelectorAll<HTMLElement>('a[href],button,input,select,textarea,[tabindex]'),
  ];
  const usable = all.filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
  );
  const at = usable.indexOf(from as HTMLElement);
  usable[(at + by + usable.length) % usable.length]?.focus();
}

/** Moves by one within a choice between a few: radio buttons, lists and sliders. */
function step(element: Element, key: string): void {
  const by = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1;
  if (element instanceof HTMLSelectElement) {
    const next = element.selectedIndex + by;
    if (element.options[next] === undefined) return;
    element.selectedIndex = next;
  } else if (element instanceof HTMLInputElement && /^(?:range|number)$/.test(element.type)) {
    const isUp = key === 'ArrowUp' || key === 'ArrowRight';
    if (isUp) element.stepUp();
    else element.stepDown();
  } else return;
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

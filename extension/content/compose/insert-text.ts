import { pageTurn, untilPage } from '../until-page.ts';
import { composerText, holdsText } from './composer-text.ts';
import { EDITABLE_WAYS, selectAll, selectAllNow } from './editable-ways.ts';

/** How long an editor may take to show what was put in. */
const SETTLE_MS = 400;

/**
 * Puts `text` into an empty composer and reads it back; on any difference takes it out again and tries the
 * next way in. False when no way keeps the text exactly: the composer is empty again then, unless even
 * that failed. `find` gives the composer anew, as some pages replace it while they render.
 */
export async function insertText(find: () => HTMLElement | null, text: string): Promise<boolean> {
  const composer = find();
  if (composer === null) return false;
  composer.focus({ preventScroll: true });
  if (isField(composer)) return insertIntoField(find, text);
  for (const way of EDITABLE_WAYS) {
    const target = find();
    if (target === null) return false;
    await selectAll(target);
    if (!way(target, text)) continue;
    if (await settles(find, (field) => holdsText(field, text))) return true;
    if (!(await clearComposer(find))) return false;
  }
  return false;
}

/** Empties the composer; the caller knows that nothing in it is the person's. True when it is empty. */
export async function clearComposer(find: () => HTMLElement | null): Promise<boolean> {
  const composer = find();
  if (composer === null) return true;
  if (composerText(composer) === '') return true;
  composer.focus({ preventScroll: true });
  const isEmpty = (field: HTMLElement): boolean => composerText(field).trim() === '';
  if (isField(composer)) setField(composer, '');
  else {
    // At once, as some editors undo a selection that no hand made; then again, for those that must hear of it.
    selectAllNow(composer);
    deleteSelection(composer);
    if (await settles(find, isEmpty)) return true;
    await selectAll(find() ?? composer);
    deleteSelection(find() ?? composer);
  }
  return settles(find, isEmpty);
}

/** Lexical deletes on the event and puts back what a command deletes; the others know the command only. */
function deleteSelection(composer: HTMLElement): void {
  const options = { bubbles: true, cancelable: true, composed: true };
  const inputType = 'deleteContentBackward';
  const goesOn = composer.dispatchEvent(new InputEvent('beforeinput', { ...options, inputType }));
  if (goesOn) document.execCommand('delete');
}

async function insertIntoField(find: () => HTMLElement | null, text: string): Promise<boolean> {
  const field = find();
  if (field === null || !isField(field)) return false;
  setField(field, text);
  await pageTurn(); // A page that renders from its own state may put the old value back.
  if (await settles(find, (current) => holdsText(current, text))) return true;
  await clearComposer(find);
  return false;
}

async function settles(
  find: () => HTMLElement | null,
  holds: (composer: HTMLElement) => boolean,
): Promise<boolean> {
  const check = (): boolean => {
    const composer = find();
    return composer !== null && holds(composer);
  };
  if (!(await untilPage(check, { withinMs: SETTLE_MS }))) return false;
  await pageTurn(); // Once more after the editor has had its say.
  return check();
}

type Field = HTMLTextAreaElement | HTMLInputElement;

function isField(element: Element): element is Field {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
}

/** From this world the built-in setter is reached even where the page's framework shadows it. */
function setField(field: Field, text: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  const descriptor = Object.getOwnPropertyDescriptor(prototype.prototype, 'value');
  descriptor?.set?.call(field, text);
  const inputType = text === '' ? 'deleteContent' : 'insertText';
  field.dispatchEvent(
    new InputEvent('input', { bubbles: true, composed: true, inputType, data: text || null }),
  );
}

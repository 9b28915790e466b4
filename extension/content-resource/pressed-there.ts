import type { ActAsk } from '../messages/resource-messages.ts';
import { allIn, closest, drawnIn, getterOf, rootOf } from './dom.ts';
import { TEXT_FIELDS, valueOfField } from './field-facts.ts';
import type { PageReading } from './page-reading.ts';
import type { PageView } from './page-view.ts';

const BUTTON =
  'button,input[type="submit"],input[type="image"],input[type="button"],[role="button"]';

const formOfButton = getterOf(HTMLButtonElement.prototype, 'form');
const formOfInput = getterOf(HTMLInputElement.prototype, 'form');
const formOfTextArea = getterOf(HTMLTextAreaElement.prototype, 'form');

/**
 * A control of another name that lies in the element where it is pressed: it would be pressed by the name of what is around
 * it. Null: there is none.
 */
export function otherControl(view: PageView, hit: Element, element: Element): Element | null {
  const named = view.nameOf(element, roleIn(view, element));
  for (let at: Element | null = hit; at !== null && at !== element; at = drawnIn(at)) {
    const role = roleIn(view, at);
    if (role === '') continue;
    const name = view.nameOf(at, role);
    const isPart = name === '' ? /^(?:checkbox|radio)$/.test(role) : named.includes(name);
    return isPart ? null : at;
  }
  return null;
}

function roleIn(view: PageView, element: Element): string {
  const around = drawnIn(element);
  const cursor = around === null ? '' : getComputedStyle(around).cursor;
  return view.controlRole(element, getComputedStyle(element), cursor);
}

/** A field with a secret in it, which a person sees, that the act sends by its form; null: it sends none. */
export function secretSentBy(
  { view, isSeen }: Pick<PageReading, 'view' | 'isSeen'>,
  ask: ActAsk,
  pressed: Element,
): Element | null {
  const by = sender(ask, pressed);
  if (by === null) return null;
  const form = formOf(by);
  const root = rootOf(by);
  if (!(root instanceof Document || root instanceof ShadowRoot)) return null;
  const isSent = (field: Element): boolean =>
    view.secrets.has(field) &&
    valueOfField(field) !== '' &&
    formOf(field) === form &&
    isSeen(field);
  return allIn(root, TEXT_FIELDS).find(isSent) ?? null;
}

/** What of the page the act sends a form by: a button, or a field that Enter is pressed in. */
function sender({ verb, args }: ActAsk, pressed: Element): Element | null {
  const button = closest(pressed, BUTTON);
  if (verb === 'click') return button;
  if (verb === 'type') {
    const hasEnter = args.keys === true && /[\r\n]/.test(args.text);
    return args.submit === true || hasEnter ? pressed : null;
  }
  if (verb !== 'press') return null;
  if (/(?:^|\+)(?:Enter|Return)$/.test(args.key)) return button ?? pressed;
  return /(?:^|\+)(?: |Space)$/.test(args.key) ? button : null;
}

function formOf(element: Element): HTMLFormElement | null {
  if (element instanceof HTMLButtonElement) return formOfButton(element);
  if (element instanceof HTMLInputElement) return formOfInput(element);
  if (element instanceof HTMLTextAreaElement) return formOfTextArea(element);
  const form = closest(element, 'form');
  return form instanceof HTMLFormElement ? form : null;
}

import type { ActAsk } from '../messages/resource-messages.ts';
import { clean } from '../../shared/lib/page-line.ts';
import { allIn, closest, drawnIn, matches, rootOf } from './dom.ts';
import { TEXT_FIELDS, valueOfField } from './field-facts.ts';
import type { PageReading } from './page-reading.ts';
import type { PageView } from './page-view.ts';
import { optionMeant } from './field-acts.ts';
import { formOf, PressFacts, sendsForm } from './press-facts.ts';

const BUTTON =
  'button,input[type="submit"],input[type="image"],input[type="button"],[role="button"]';

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

/**
 * A field with a secret in it that the act sends by its form; null: it sends none. However faintly a field is drawn, a browser
 * may have filled it in.
 */
export function secretSentBy(
  { view }: Pick<PageReading, 'view'>,
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
    view.drawn.isLaidOut(field);
  return allIn(root, TEXT_FIELDS).find(isSent) ?? null;
}

/** The act sends a form that is no search, or presses something that money stands beside. */
export function isGravePress(view: PageView, ask: ActAsk, pressed: Element): boolean {
  const by = sender(ask, pressed);
  if (by !== null && !matches(by, BUTTON)) return roleIn(view, by) !== 'link' && sendsForm(by);
  const isPress = by !== null || ask.verb === 'click' || ask.verb === 'check';
  const facts = new PressFacts(view.shadowRootOf);
  for (let at = isPress ? pressed : null; at !== null; at = drawnIn(at)) {
    const role = roleIn(view, at);
    if (role !== '') return facts.wordsOf(at, role).length > 0;
  }
  return false;
}

/** Returns the element by which the act sends a form: a button, or a field that Enter is pressed in. */
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

/**
 * An option that the act chooses by other words than a person sees: nobody could judge what it says. Empty: by a key, which
 * says nothing. Null: there is none.
 */
export function unnamedOption({ verb, args }: ActAsk, element: Element): string | null {
  if (!(element instanceof HTMLSelectElement)) return null;
  if (verb === 'press') return /(?:^|\+)Arrow\w+$/.test(args.key) ? '' : null;
  if (verb !== 'select') return null;
  const chosen = args.values.map((value) => [clean(value), optionMeant(element, value)] as const);
  const other = chosen.find(([value, option]) => option && clean(option.text) !== value)?.[1];
  return other ? clean(other.text) : null;
}

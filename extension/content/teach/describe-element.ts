import { INTO_SHADOW, queryPath } from '../compose/query-deep.ts';

/** Attributes that name a thing for people and programs; classes and ids change with each release. */
const NAMING = [
  'role',
  'aria-label',
  'name',
  'type',
  'placeholder',
  'contenteditable',
  'data-testid',
];
const MAX_NAME_LENGTH = 120;

/** A selector that finds this element alone, through the shadow roots it lies in; null: none does. */
export function describeOne(element: Element): string | null {
  const selector = describe(element, describeIn);
  const found = queryPath(selector);
  return found.length === 1 && found[0] === element ? selector : null;
}

/** A selector that finds what stands where this element does, as often as it does: the replies of a talk. */
export function describeAll(element: Element): string | null {
  const selector = describe(element, placeIn);
  return queryPath(selector).includes(element) ? selector : null;
}

function describe(
  element: Element,
  within: (element: Element, root: ParentNode) => string,
): string {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return within(element, document);
  return describe(root.host, within) + INTO_SHADOW + within(element, root);
}

function describeIn(element: Element, root: ParentNode): string {
  let selector = stepOf(element);
  for (let at = element; root.querySelectorAll(selector).length > 1;) {
    const { parentElement: parent } = at;
    if (parent === null) return selector;
    const places = [...parent.children].filter((child) => child.localName === at.localName);
    const place = places.length > 1 ? `:nth-of-type(${places.indexOf(at) + 1})` : '';
    const rest = selector.slice(stepOf(at).length);
    selector = `${stepOf(parent)} > ${stepOf(at)}${place}${rest}`;
    at = parent;
  }
  return selector;
}

function placeIn(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (at.localName === 'html') break;
    steps.unshift(CSS.escape(at.localName));
  }
  return steps.join(' > ');
}

function stepOf(element: Element): string {
  const named = NAMING.flatMap((name) => {
    const value = element.getAttribute(name);
    const isName = value !== null && value !== '' && value.length <= MAX_NAME_LENGTH;
    return isName ? [`[${name}=${JSON.stringify(value)}]`] : [];
  });
  return CSS.escape(element.localName) + named.join('');
}

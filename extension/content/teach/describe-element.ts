/** Attributes that name a thing for people and programs; classes and ids are made anew with each release. */
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

/** A selector that finds this element alone; null inside a shadow root, where none reaches. */
export function describeOne(element: Element): string | null {
  if (element.getRootNode() !== document) return null;
  let selector = stepOf(element);
  for (let at = element; isAmbiguous(selector);) {
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

/** A selector that finds what stands where this element does, as often as it does: the replies of a talk. */
export function describeAll(element: Element): string | null {
  if (element.getRootNode() !== document) return null;
  const steps: string[] = [];
  for (
    let at: Element | null = element;
    at !== null && at !== document.body;
    at = at.parentElement
  ) {
    steps.unshift(at.localName);
  }
  return ['body', ...steps].join(' > ');
}

function stepOf(element: Element): string {
  const named = NAMING.flatMap((name) => {
    const value = element.getAttribute(name);
    const isName = value !== null && value !== '' && value.length <= MAX_NAME_LENGTH;
    return isName ? [`[${name}=${JSON.stringify(value)}]`] : [];
  });
  return CSS.escape(element.localName) + named.join('');
}

function isAmbiguous(selector: string): boolean {
  return document.querySelectorAll(selector).length > 1;
}

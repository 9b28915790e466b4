import type { ResourceProblem, Target } from '../messages/resource-messages.ts';
import { clean, quoted, roleAndName } from '../../shared/lib/page-line.ts';
import { allIn, bodyOf, drawnChildren, isElement } from './dom.ts';
import { ownElements } from '../content/compose/own-elements.ts';
import type { PageView } from './page-view.ts';
import { problem } from './problem.ts';
import type { Shown } from './refs.ts';
import { roleOf } from './role.ts';

export type Found =
  | { readonly ok: true; readonly element: Element }
  | ({ readonly ok: false } & ResourceProblem);

const MAX_NAMED = 3;
/** A condition on an attribute that may hold what a field holds, however it is spelled. */
const BY_VALUE = /\[[^[\]]*(?:value|\\)/i;

/** The one element that is meant; never another that might be. */
export function findTarget(view: PageView, target: Target): Found {
  const ways = [target.ref, target.selector, target.role].filter((way) => way !== undefined);
  if (ways.length !== 1) {
    return problem(
      'invalid_params',
      'Name the element by exactly one of ref, selector, or role with name.',
    );
  }
  if (target.ref !== undefined) return byRef(view, target.ref);
  if (target.selector !== undefined) return bySelector(view, target.selector);
  return byRole(view, target.role ?? '', target.name, target.nth);
}

function byRef(view: PageView, ref: string): Found {
  const number = /^[ef](\d+)$/.exec(ref.slice(view.prefix.length))?.[1];
  if (number === undefined || !ref.startsWith(view.prefix)) {
    return problem(
      'invalid_params',
      `ref "${clean(ref).slice(0, 40)}" is none: one looks like e12, or f2e12 in a frame.`,
    );
  }
  const found = view.refs.find(Number(number));
  if (found === 'earlier') {
    return problem(
      'page_changed',
      `${ref} belongs to a page that was here before. Take a snapshot of this one.`,
    );
  }
  if (found === 'unknown') {
    return problem('element_gone', `${ref} was never shown, or too long ago. Take a snapshot.`);
  }
  if (!('gone' in found)) return { ok: true, element: found };
  return drawnAnew(view, Number(number), ref, found.gone);
}

/** Finds an element that its page drew anew: its role, name and region fit one element alone. */
function drawnAnew(view: PageView, number: number, ref: string, shown: Shown): Found {
  const alike =
    shown.name === '' ? [] : controlsOf(view, shown.role, (name) => name === shown.name);
  const same = alike.filter((element) => view.regionOf(element) === shown.region);
  const [only] = same;
  if (only !== undefined && same.length === 1) {
    view.refs.moveTo(number, only, shown);
    return { ok: true, element: only };
  }
  const was = `${ref} (${shown.role} ${quoted(shown.name)}) is no longer in the page`;
  const others = same.length > 0 ? same : alike;
  if (others.length === 0) return problem('element_gone', `${was}. Take a snapshot.`);
  return problem('element_gone', `${was}. Like it: ${named(view, others)}.`);
}

function bySelector(view: PageView, selector: string): Found {
  // Whether it fits would say by and by what stands in a field.
  if (view.secrets.values.size > 0 && BY_VALUE.test(selector)) {
    return problem(
      'invalid_params',
      'In a page with secrets, name an element by its ref, not by its value.',
    );
  }
  let found: Element[];
  try {
    found = everywhere(view, document, selector);
  } catch {
    return problem('invalid_params', `selector ${quoted(clean(selector))} is no CSS selector.`);
  }
  const seen = found.filter((element) => view.drawn.isThere(element));
  return one(view, seen.length > 0 ? seen : found, `selector ${quoted(clean(selector))}`);
}

function everywhere(view: PageView, root: Document | ShadowRoot, selector: string): Element[] {
  const inner = allIn(root, '*').flatMap((element) => {
    const shadow = view.shadowRootOf(element);
    return shadow === null ? [] : everywhere(view, shadow, selector);
  });
  return [...allIn(root, selector).filter((element) => !ownElements.has(element)), ...inner];
}

function byRole(
  view: PageView,
  role: string,
  name: string | undefined,
  nth: number | undefined,
): Found {
  const wanted = name === undefined ? null : clean(name).toLowerCase();
  const all = controlsOf(
    view,
    role,
    (each) => wanted === null || each.toLowerCase().includes(wanted),
  );
  const exact = all.filter((element) => view.nameOf(element, role).toLowerCase() === wanted);
  const found = exact.length > 0 ? exact : all;
  const words = roleAndName(role, clean(name ?? ''));
  if (nth === undefined) return one(view, found, words);
  const element = found[nth];
  if (element !== undefined) return { ok: true, element };
  return problem('element_gone', `There are ${found.length} of ${words}: nth is from 0.`);
}

function one(view: PageView, found: readonly Element[], words: string): Found {
  const [element] = found;
  if (element === undefined)
    return problem('element_gone', `Nothing here is ${words}. Take a snapshot.`);
  if (found.length === 1) return { ok: true, element };
  return problem(
    'element_ambiguous',
    `${found.length} elements are ${words}: ${named(view, found)}. Name one by its ref.`,
  );
}

function named(view: PageView, elements: readonly Element[]): string {
  return elements
    .slice(0, MAX_NAMED)
    .map((element) => describe(view, element))
    .join(', ');
}

/** As a line would say it. */
export function describe(view: PageView, element: Element): string {
  const style = getComputedStyle(element);
  const role = view.controlRole(element, style, '') || roleOf(element) || 'element';
  const name = view.nameOf(element, role);
  const ref = view.ref(element, { role, name, region: view.regionOf(element) });
  return `${ref} ${roleAndName(role, name)}`;
}

function controlsOf(view: PageView, role: string, fits: (name: string) => boolean): Element[] {
  const found: Element[] = [];
  const body = bodyOf(document);
  const look = (element: Element, cursor: string, depth: number): void => {
    const style = getComputedStyle(element);
    if (style.display === 'none' || depth > 400) return;
    const own = view.controlRole(element, style, cursor) || roleOf(element);
    if (own === role && view.drawn.isThere(element) && fits(view.nameOf(element, role)))
      found.push(element);
    for (const child of drawnChildren(element, view.shadowRootOf)) {
      if (isElement(child)) look(child, style.cursor, depth + 1);
    }
  };
  if (body !== null) look(body, '', 0);
  return found;
}

import { rectOf, tagOf } from './dom.ts';

/** Never text of the page. */
const NEVER = new Set(
  'SCRIPT STYLE TEMPLATE NOSCRIPT HEAD META LINK TITLE DESC DEFS BASE SOURCE TRACK PARAM'.split(
    ' ',
  ),
);
/** Drawn over by their page's own, and still what a press reaches. */
const RESTYLED = /^(?:checkbox|radio|file|range)$/;

export function isNeverText(element: Element): boolean {
  return NEVER.has(tagOf(element));
}

/** A field of a kind that pages draw anew: it is without ink, cut off or under what stands for it. */
export function isRestyled(element: Element): boolean {
  if (element instanceof HTMLSelectElement) return true;
  return element instanceof HTMLInputElement && RESTYLED.test(element.type);
}

export function hasPlace(element: Element): boolean {
  const { width, height } = rectOf(element);
  return width > 1 && height > 1;
}

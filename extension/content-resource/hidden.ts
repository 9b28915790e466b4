import { attr, hasAttr, rectOf, tagOf } from './dom.ts';

/** Never text of the page. */
const NEVER = new Set(
  'SCRIPT STYLE TEMPLATE NOSCRIPT HEAD META LINK TITLE BASE SOURCE TRACK PARAM'.split(' '),
);
/** Drawn over by their page's own, and still what a press reaches. */
const RESTYLED = /^(?:checkbox|radio|file|range)$/;

export function isNeverText(element: Element): boolean {
  return NEVER.has(tagOf(element));
}

/** How far the containers around it are scrolled: what went out of their sight that way is not hidden. */
export interface Scrolled {
  readonly left: number;
  readonly top: number;
}

/**
 * Is all of it out of a person's sight, other than by scrolling? What only programs read is left out: pages speak to them
 * there. `visibility` is asked of each element by itself, as what is in a hidden one may be visible.
 */
export function isHidden(
  element: Element,
  style: CSSStyleDeclaration,
  scrolled: Scrolled,
): boolean {
  if (style.display === 'none') return true;
  if (attr(element, 'aria-hidden')?.toLowerCase() === 'true' || hasAttr(element, 'inert'))
    return true;
  if (style.contentVisibility === 'hidden' && tagOf(element) !== 'BODY') return true;
  if (style.display === 'contents') return false;
  const rect = rectOf(element);
  if (Number(style.opacity) === 0) return !isRestyled(element, rect);
  if (isOff(rect, scrolled)) return true;
  return clips(style, rect) && !isNamedBySeen(element);
}

function isOff(rect: DOMRect, { left, top }: Scrolled): boolean {
  if (rect.width === 0 && rect.height === 0) return false;
  if (rect.bottom + top <= 0) return true;
  return rect.right + left <= 0 && getComputedStyle(document.documentElement).direction !== 'rtl';
}

function clips(style: CSSStyleDeclaration, { width, height }: DOMRect): boolean {
  const small = width <= 1 || height <= 1;
  if (small && /hidden|clip/.test(style.overflow) && style.display !== 'inline') return true;
  if (/^(?:absolute|fixed)$/.test(style.position) && isClipOfNothing(style.clip)) return true;
  return /^(?:inset\((?:50|[5-9]\d|100)%|circle\(0)/.test(style.clipPath);
}

/** `rect(0, 0, 0, 0)`, `rect(1px, 1px, 1px, 1px)`: nothing is left between its sides. */
function isClipOfNothing(clip: string): boolean {
  const [top = NaN, right = NaN, bottom = NaN, left = NaN] = [...clip.matchAll(/-?[\d.]+/g)].map(
    Number,
  );
  return bottom - top <= 1 || right - left <= 1;
}

function isRestyled(element: Element, { width, height }: DOMRect): boolean {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) return false;
  const isSuch = element instanceof HTMLSelectElement || RESTYLED.test(element.type);
  return isSuch && ((width > 1 && height > 1) || isNamedBySeen(element));
}

/** A field that its page draws anew, beside a label that is seen. */
function isNamedBySeen(element: Element): boolean {
  if (!(element instanceof HTMLInputElement) || !RESTYLED.test(element.type)) return false;
  return [...(element.labels ?? [])].some((label) => {
    const { width, height } = rectOf(label);
    return width > 1 && height > 1;
  });
}

/** Text straight in it is drawn so that nobody can read it, while what else is in it may be seen. */
export function hidesOwnText(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.visibility !== 'visible' || parseFloat(style.fontSize) === 0) return true;
  if (parseFloat(style.textIndent) < -500) return true;
  if (/^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/.test(style.color)) {
    return style.backgroundClip !== 'text' && style.webkitTextFillColor === style.color;
  }
  if (style.display === 'contents' || style.display.startsWith('inline')) return false;
  const { width, height } = rectOf(element);
  return width === 0 && height === 0;
}

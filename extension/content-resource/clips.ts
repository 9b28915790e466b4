import { type AxisClip, type BoxClip, type Clip, type Shape, shapeOf } from './boxes.ts';
import {
  allIn,
  bodyOf,
  byId,
  getterOf,
  parentNodeOf,
  rootElementOf,
  scrollingElementOf,
  scrollLeftOf,
  scrollTopOf,
  tagOf,
} from './dom.ts';

const element = Element.prototype;
const clientLeftOf = getterOf(element, 'clientLeft');
const clientTopOf = getterOf(element, 'clientTop');
const clientWidthOf = getterOf(element, 'clientWidth');
const clientHeightOf = getterOf(element, 'clientHeight');
const scrollWidthOf = getterOf(element, 'scrollWidth');
const scrollHeightOf = getterOf(element, 'scrollHeight');

/** Boxes in a line, and parts of tables, cut nothing off. */
const UNCLIPPED = /^(?:inline|table-(?:row|column|header|footer)|ruby)/;
const CLIPPED_INLINE = /^inline-/;

/** An element, as far as clips ask of it. */
interface Clipped {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly rect: DOMRect;
  readonly scale: { readonly x: number; readonly y: number };
}

/** Returns the clip of an element's own `overflow`; null: none. */
export function overflowClip(spot: Clipped): BoxClip | null {
  const { style, rect } = spot;
  const { overflowX, overflowY, display } = style;
  const isPainted = /paint|strict|content/.test(style.contain);
  if (overflowX === 'visible' && overflowY === 'visible' && !isPainted) return null;
  const { element: of } = spot;
  const isSvg = !(of instanceof HTMLElement);
  const isUnclipped = isSvg
    ? !/^(?:svg|foreignObject|symbol)$/.test(of.localName)
    : UNCLIPPED.test(display) && !CLIPPED_INLINE.test(display);
  if (isUnclipped || isOfViewport(spot)) return null;
  const { x: kx, y: ky } = spot.scale;
  const left = isSvg ? rect.left : rect.left + clientLeftOf(of) * kx;
  const top = isSvg ? rect.top : rect.top + clientTopOf(of) * ky;
  const right = isSvg ? rect.right : left + clientWidthOf(of) * kx;
  const bottom = isSvg ? rect.bottom : top + clientHeightOf(of) * ky;
  const hides = (overflow: string): string =>
    isPainted && overflow === 'visible' ? 'hidden' : overflow;
  return {
    x: axisClip(hides(overflowX), left, right, {
      at: scrollLeftOf(of) * kx,
      size: scrollWidthOf(of) * kx,
      isReversed: isReversed(style, 'row'),
    }),
    y: axisClip(hides(overflowY), top, bottom, {
      at: scrollTopOf(of) * ky,
      size: scrollHeightOf(of) * ky,
      isReversed: isReversed(style, 'column'),
    }),
  };
}

interface Scrolling {
  readonly at: number;
  readonly size: number;
  /** true: the scroll origin is at the right or at the bottom. */
  readonly isReversed: boolean;
}

function axisClip(
  overflow: string,
  from: number,
  to: number,
  { at, size, isReversed: isBackwards }: Scrolling,
): AxisClip | null {
  if (overflow === 'visible') return null;
  const seen = { from, to };
  const scrolls = /auto|scroll|overlay/.test(overflow) && size > to - from + 1;
  if (!scrolls) return { seen, area: null };
  const begin = isBackwards || at < 0 ? to - at - size : from - at;
  return { seen, area: { from: begin, to: begin + size } };
}

function isReversed(
  { direction, writingMode, display, flexDirection }: CSSStyleDeclaration,
  axis: 'row' | 'column',
): boolean {
  const isFlex = display.includes('flex') && flexDirection === `${axis}-reverse`;
  if (axis === 'column') return isFlex;
  const isRight =
    writingMode === 'horizontal-tb' ? direction === 'rtl' : writingMode.endsWith('-rl');
  return isFlex !== isRight;
}

/** The page's own `overflow` is the viewport's, and where it has none that of its body. */
function isOfViewport({ element: of }: Clipped): boolean {
  if (of === rootElementOf(document)) return true;
  if (tagOf(of) !== 'BODY' || parentNodeOf(of) !== rootElementOf(document)) return false;
  return getComputedStyle(rootElementOf(document)).overflow === 'visible';
}

/**
 * Returns the clip of the window on a page; content that scrolls with it is visible as far as it can be scrolled to.
 */
export function viewportClip(scrolls: boolean): Clip {
  const root = rootElementOf(document);
  const scroller = scrollingElementOf(document) ?? root;
  const [width, height] = [clientWidthOf(root) || innerWidth, clientHeightOf(root) || innerHeight];
  // A window that was never shown has no size: nothing can be told by it.
  if (width === 0 || height === 0) return { kind: 'box', box: { x: null, y: null } };
  const own = getComputedStyle(root);
  const body = bodyOf(document);
  const given = own.overflow === 'visible' && body !== null ? getComputedStyle(body) : own;
  const over = (overflow: string): string =>
    !scrolls || /hidden|clip/.test(overflow) ? 'hidden' : 'auto';
  return {
    kind: 'box',
    isPage: true,
    box: {
      x: axisClip(over(given.overflowX), 0, width, {
        at: scrollX,
        size: scrollWidthOf(scroller),
        isReversed: isReversed(own, 'row'),
      }),
      y: axisClip(over(given.overflowY), 0, height, {
        at: scrollY,
        size: scrollHeightOf(scroller),
        isReversed: false,
      }),
    },
  };
}

/** `clip-path` and `clip` of an element, which cut all that is in it. */
export function shapeClip(spot: Clipped): readonly Clip[] {
  const { style } = spot;
  const sides = /^(?:absolute|fixed)$/.test(style.position)
    ? style.clip.match(/(?<![\d.])-?[\d.]+px|auto/g)
    : null;
  const hasSides = sides !== null && sides.length === 4;
  const hasPath = style.clipPath !== 'none';
  if (!hasSides && !hasPath) return [];
  const { rect, scale } = spot;
  const local = (shape: Shape): Clip => ({
    kind: 'shape',
    leaves: (x, y) => shape((x - rect.left) / scale.x, (y - rect.top) / scale.y),
  });
  const clips: Clip[] = [];
  if (hasSides) {
    const [top = 0, right = 0, bottom = 0, left = 0] = sides.map((side, at) =>
      side === 'auto' ? (at === 1 || at === 2 ? Infinity : -Infinity) : parseFloat(side),
    );
    clips.push(local((x, y) => x >= left && x < right && y >= top && y < bottom));
  }
  const shape = hasPath ? pathShape(spot) : null;
  if (shape !== null) clips.push(local(shape));
  return clips;
}

function pathShape({ element: of, style, rect, scale }: Clipped): Shape | null {
  const { clipPath } = style;
  const [width, height] = [rect.width / scale.x, rect.height / scale.y];
  const path = /^path\((?:(\w+), )?["'](.*)["']\)$/.exec(clipPath);
  if (path !== null) {
    const drawn = new Path2D(path[2]);
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    return (x, y) =>
      canvas?.isPointInPath(drawn, x, y, path[1] === 'evenodd' ? 'evenodd' : 'nonzero') ?? true;
  }
  const id = /^url\(["']?[^#]*#([^"')]+)["']?\)/.exec(clipPath)?.[1];
  if (id !== undefined) return svgShape(byId(of, id), width, height);
  // Other sizes than those of sums are not worked out: of what they cut, nothing counts as seen.
  if (/\b(?:min|max|clamp)\(/.test(clipPath)) return () => false;
  return clipPath.includes('(') ? shapeOf(clipPath, width, height) : null;
}

function svgShape(clip: Element | null, width: number, height: number): Shape | null {
  if (!(clip instanceof SVGClipPathElement)) return null;
  const parts = allIn(clip, '*').filter((part) => part instanceof SVGGeometryElement);
  const isShare = clip.clipPathUnits.baseVal === SVGUnitTypes.SVG_UNIT_TYPE_OBJECTBOUNDINGBOX;
  const [kx, ky] = isShare ? [width, height] : [1, 1];
  return (x, y) => parts.some((part) => part.isPointInFill(new DOMPoint(x / kx, y / ky)));
}

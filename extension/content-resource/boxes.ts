/** A box in the viewport, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** From where to where, along one axis. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Along one axis: what lies in `seen` is seen, and what lies in `area` can be brought there by scrolling. */
export interface AxisClip {
  readonly seen: Span;
  /** Null: it does not scroll. */
  readonly area: Span | null;
}

/** Visible part that an element leaves of its content. Null: nothing is cut off along that axis. */
export interface BoxClip {
  readonly x: AxisClip | null;
  readonly y: AxisClip | null;
}

export function widthOf({ left, right }: Box): number {
  return right - left;
}

export function heightOf({ top, bottom }: Box): number {
  return bottom - top;
}

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

export function holds({ left, top, right, bottom }: Box, x: number, y: number): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}

export function isScroller({ x, y }: BoxClip): boolean {
  return (x?.area ?? y?.area ?? null) !== null;
}

/** The part of a box that a person can see through a clip, wherever it is scrolled to; null: no part. */
export function clipped(box: Box, { x, y }: BoxClip): Box | null {
  const across = clippedSpan({ from: box.left, to: box.right }, x);
  const down = clippedSpan({ from: box.top, to: box.bottom }, y);
  return across === null || down === null ? null : boxOf(across, down);
}

function clippedSpan(span: Span, clip: AxisClip | null): Span | null {
  if (clip === null) return span;
  const { seen, area } = clip;
  const reached = both(span, area ?? seen);
  if (reached === null || area === null) return reached;
  // Scrolled to, it lies in what is seen: its beginning, where it is longer than that.
  const size = Math.min(reached.to - reached.from, seen.to - seen.from);
  const from = Math.min(Math.max(reached.from, seen.from), seen.to - size);
  return size <= 0 ? null : { from, to: from + size };
}

/** All the places in which a box can be seen by scrolling that clip: what is to hide it has to hide these. */
export function swept(box: Box, { x, y }: BoxClip): Box {
  return boxOf(
    sweptSpan({ from: box.left, to: box.right }, x),
    sweptSpan({ from: box.top, to: box.bottom }, y),
  );
}

function sweptSpan(span: Span, clip: AxisClip | null): Span {
  if (clip?.area === null || clip === null) return span;
  const { seen, area } = clip;
  const back = Math.max(0, area.to - seen.to);
  const forth = Math.max(0, seen.from - area.from);
  return { from: Math.max(seen.from, span.from - back), to: Math.min(seen.to, span.to + forth) };
}

function both(one: Span, other: Span): Span | null {
  const from = Math.max(one.from, other.from);
  const to = Math.min(one.to, other.to);
  return from < to ? { from, to } : null;
}

function boxOf(across: Span, down: Span): Box {
  return { left: across.from, right: across.to, top: down.from, bottom: down.to };
}

export type Point = readonly [x: number, y: number];

const ACROSS = [0.1, 0.3, 0.5, 0.7, 0.9];
const DOWN = [0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99];

/** Points along the middle of a line of text. */
export function pointsIn(box: Box): readonly Point[] {
  return pointsAt(box, [0.5]);
}

/** Points all over a box. */
export function gridOf(box: Box): readonly Point[] {
  return pointsAt(box, DOWN);
}

function pointsAt(box: Box, down: readonly number[]): readonly Point[] {
  return down.flatMap((part) => {
    const y = box.top + part * heightOf(box);
    return ACROSS.map((at) => [box.left + at * widthOf(box), y] as const);
  });
}

/** Whether a point of an element's own box, in its own pixels, is left by a clip. */
export type Shape = (x: number, y: number) => boolean;

const NOTHING: Shape = () => false;

/** A basic shape of a box of that size, as a computed style has it. One that this does not know leaves nothing. */
export function shapeOf(css: string, width: number, height: number): Shape {
  const [, name = '', words = ''] =
    /^(inset|rect|xywh|circle|ellipse|polygon)\((.*)\)/.exec(css) ?? [];
  const across = (word: string | undefined): number => lengthOf(word, width);
  const down = (word: string | undefined): number => lengthOf(word, height);
  const [own = '', at = '50% 50%'] = words.split(/\bat\b/);
  const [x, y] = wordsOf(at);
  const [cx, cy] = [across(x), down(y)];
  const list = wordsOf(own.split(/\bround\b/)[0] ?? '');
  switch (name) {
    case 'inset': {
      const [top, right = top, bottom = top, left = right] = list;
      const box = {
        left: across(left),
        top: down(top),
        right: width - across(right),
        bottom: height - down(bottom),
      };
      return (px, py) => holds(box, px, py);
    }
    case 'rect': {
      const [top, right, bottom, left] = list;
      const box = {
        left: across(left),
        top: down(top),
        right: right === 'auto' ? width : across(right),
        bottom: bottom === 'auto' ? height : down(bottom),
      };
      return (px, py) => holds(box, px, py);
    }
    case 'xywh': {
      const [left, top, wide, high] = list;
      const box = {
        left: across(left),
        top: down(top),
        right: across(left) + across(wide),
        bottom: down(top) + down(high),
      };
      return (px, py) => holds(box, px, py);
    }
    case 'circle': {
      const sides = [Math.abs(cx), Math.abs(width - cx), Math.abs(cy), Math.abs(height - cy)];
      const radius = radiusOf(list[0], sides, Math.hypot(width, height) / Math.SQRT2);
      return (px, py) => Math.hypot(px - cx, py - cy) < radius;
    }
    case 'ellipse': {
      const rx = radiusOf(list[0], [Math.abs(cx), Math.abs(width - cx)], width);
      const ry = radiusOf(list[1], [Math.abs(cy), Math.abs(height - cy)], height);
      return (px, py) => ((px - cx) / rx) ** 2 + ((py - cy) / ry) ** 2 < 1;
    }
    case 'polygon': {
      const corners = words
        .replace(/^(?:nonzero|evenodd)\s*,/, '')
        .split(',')
        .map(wordsOf)
        .map(([px, py]) => [across(px), down(py)] as const);
      return (px, py) => isInPolygon(corners, px, py);
    }
    default:
      return NOTHING;
  }
}

function wordsOf(list: string): string[] {
  return list.match(/(?:[^\s()]|\([^()]*\))+/g) ?? [];
}

/** `20px`, `30%`, or a sum of such, `calc(100% - 1px)`. */
function lengthOf(word: string | undefined, whole: number): number {
  let sum = 0;
  for (const [, sign, number, unit] of (word ?? '').matchAll(/([+-]?) ?(\d+(?:\.\d+)?)(%|px)?/g)) {
    const length = unit === '%' ? (Number(number) / 100) * whole : Number(number);
    sum += sign === '-' ? -length : length;
  }
  return sum;
}

function radiusOf(word: string | undefined, sides: readonly number[], whole: number): number {
  if (word === undefined || word === '' || word === 'closest-side') return Math.min(...sides);
  return word === 'farthest-side' ? Math.max(...sides) : lengthOf(word, whole);
}

function isInPolygon(
  corners: readonly (readonly [number, number])[],
  x: number,
  y: number,
): boolean {
  let isIn = false;
  let [px, py] = corners.at(-1) ?? [0, 0];
  for (const [qx, qy] of corners) {
    if (qy > y !== py > y && x < ((px - qx) * (y - qy)) / (py - qy) + qx) isIn = !isIn;
    [px, py] = [qx, qy];
  }
  return isIn;
}

/** Visible part of an element's content: a box, or the inside of a shape. */
export type Clip =
  | { readonly kind: 'box'; readonly box: BoxClip; readonly isPage?: boolean }
  | { readonly kind: 'shape'; readonly leaves: Shape };

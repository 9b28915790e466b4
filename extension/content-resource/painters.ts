import {
  type Box,
  type BoxClip,
  type Clip,
  clipped,
  gridOf,
  heightOf,
  holds,
  isScroller,
  overlaps,
  type Point,
  pointsIn,
  type Shape,
  swept,
  widthOf,
} from './boxes.ts';
import { colorOf } from './colors.ts';
import { tagOf } from './dom.ts';
import { groundsOf, groupAlpha, type Underlay } from './ground.ts';
import { fade, PICTURE, type Rgba } from './ink.ts';
import { comparePaint, type PaintKey, PHASE } from './paint-order.ts';
import { boxOf, type Spot } from './spot.ts';

/** Something that an element paints: its ground, what it shows, or its `::before` or `::after`. */
export interface Painter {
  readonly spot: Spot;
  /** Pseudo-element that is painted; null: the element itself. */
  readonly beside: '::before' | '::after' | '::backdrop' | null;
  readonly style: CSSStyleDeclaration;
}

/** A line of text, or an element, that something may lie on or under. */
export interface Subject {
  readonly spot: Spot;
  readonly box: Box;
  /** When it is painted; asked where something else lies at its place. */
  readonly key: () => PaintKey;
  readonly clips: readonly Clip[];
  /** true: its content does not cover it. */
  readonly isWhole: boolean;
}

/** Painters in strips of the page, so that few are looked at for each text. */
const STRIP = 200;
/** One that is in more of them is looked at for every text. */
const MAX_STRIPS = 8;
/** Opacity from which a painter covers what is beneath. */
const OPAQUE = 0.9;
/** Something of whose points so many are covered is covered. */
const MOST = 0.6;

const SVG_SHAPES = /^(?:rect|circle|ellipse|path|polygon|image|use)$/;
const PICTURES = /^(?:IMG|VIDEO|CANVAS|IFRAME|OBJECT|EMBED)$/;

/** Does it paint anything of its own? What letters are painted with is none. */
export function paints(element: Element, style: CSSStyleDeclaration): boolean {
  if (element instanceof SVGElement && SVG_SHAPES.test(element.localName)) return true;
  if (PICTURES.test(tagOf(element))) return true;
  return hasGround(style);
}

export function hasGround(style: CSSStyleDeclaration): boolean {
  if (style.backgroundImage === 'none') return (colorOf(style.backgroundColor)?.a ?? 1) > 0;
  return true;
}

/** A painter at its place. */
interface Placed {
  readonly painter: Painter;
  readonly box: Box;
  /** true: scrolling the page may move it. */
  readonly floats: boolean;
}

export interface Surroundings {
  /** Painters above it, now or after scrolling. */
  readonly over: readonly Placed[];
  /** Painters beneath it, except its ancestors. */
  readonly under: readonly Placed[];
  /** Something lies over a part of it now. */
  readonly isTouched: boolean;
}

interface Cover {
  readonly movers: readonly BoxClip[];
  readonly covers: Shape;
}

/** Which of some points are covered. */
class Covered {
  readonly #points: readonly Point[];
  readonly #covered = new Set<Point>();

  constructor(points: readonly Point[]) {
    this.#points = points;
  }

  by(covers: Shape): void {
    for (const point of this.#points) if (covers(...point)) this.#covered.add(point);
  }

  get part(): number {
    return this.#covered.size / this.#points.length;
  }
}

export class Painters {
  readonly #strips = new Map<number, Placed[]>();
  readonly #everywhere: Placed[] = [];

  add(painter: Painter): void {
    const box = boxOfPainter(painter);
    if (widthOf(box) <= 0 || heightOf(box) <= 0) return;
    const { spot, style, beside } = painter;
    const floats = spot.isFloating || (beside !== null && style.position === 'fixed');
    const placed = { painter, box, floats };
    const [first, last] = stripsOf(box);
    if (floats || last - first > MAX_STRIPS) {
      this.#everywhere.push(placed);
      return;
    }
    for (let strip = first; strip <= last; strip += 1) {
      const others = this.#strips.get(strip);
      if (others === undefined) this.#strips.set(strip, [placed]);
      else others.push(placed);
    }
  }

  around(subject: Subject): Surroundings {
    const over: Placed[] = [];
    const under: Placed[] = [];
    let isTouched = false;
    const range = rangeOf(subject);
    const [first, last] = stripsOf(range);
    const look = (placed: Placed): void => {
      const { box, floats, painter } = placed;
      const isHere = overlaps(box, range);
      if (!isHere && !floats) return;
      const { spot, beside } = painter;
      const holdsIt = beside === null && subject.spot.isWithin(spot);
      // What a text stands in lies beneath it, but for a text that was put beneath that.
      if (holdsIt && (spot === subject.spot || !subject.spot.maySink)) return;
      if (subject.isWhole && spot.isWithin(subject.spot)) return;
      if (spot.style.visibility !== 'visible') return;
      if (comparePaint(keyOf(painter), subject.key()) > 0) {
        over.push(placed);
        isTouched ||= isHere;
      } else if (!holdsIt) under.push(placed);
    };
    this.#everywhere.forEach(look);
    for (let strip = first; strip <= last; strip += 1) {
      for (const placed of this.#strips.get(strip) ?? []) {
        // One that is in several strips is looked at in the first of them.
        if (strip === first || stripsOf(placed.box)[0] === strip) look(placed);
      }
    }
    return { over, under, isTouched };
  }

  /** Does something opaque lie on most of it, wherever it is scrolled to? */
  isCovered(subject: Subject, over: Surroundings['over']): boolean {
    const still = new Covered(pointsIn(subject.box));
    const moved = new Map<string, Covered>();
    for (const placed of over) {
      const cover = this.#cover(placed, subject);
      if (cover === null) continue;
      const { movers, covers } = cover;
      if (movers.length === 0) {
        still.by(covers);
        continue;
      }
      const range = movers.reduce(swept, subject.box);
      const key = JSON.stringify(range);
      const points = moved.get(key) ?? new Covered(gridOf(range));
      moved.set(key, points);
      points.by(covers);
    }
    // guard: covered-text
    return still.part >= MOST || [...moved.values()].some(({ part }) => part === 1);
  }

  /** Returns the area that a painter covers, and the scrollers that move the subject while the painter stays. */
  #cover({ painter, box: whole }: Placed, subject: Subject): Cover | null {
    if (!isOpaque(painter, subject.spot)) return null;
    const clips = painter.spot.around;
    let box: Box | null = whole;
    for (const clip of clips) {
      if (box !== null && clip.kind === 'box' && !isScroller(clip.box))
        box = clipped(box, clip.box);
    }
    if (box === null) return null;
    const own = scrollersOf(painter);
    const theirs = subject.clips.flatMap((clip) =>
      clip.kind === 'box' && isScroller(clip.box) ? [clip.box] : [],
    );
    // What scrolls by itself can be scrolled away.
    if (own.some((scroller) => !theirs.includes(scroller))) return null;
    const area = box;
    return {
      movers: theirs.filter((scroller) => !own.includes(scroller)),
      covers: (x, y) =>
        holds(area, x, y) && clips.every((clip) => clip.kind === 'box' || clip.leaves(x, y)),
    };
  }

  /** The colours that lie under a text, from the top. */
  underlays(subject: Subject, under: Surroundings['under']): readonly Underlay[] {
    return under
      .filter((placed) => liesUnder(placed, subject))
      .map(({ painter }) => ({ key: keyOf(painter), colors: colorsOf(painter, subject.spot) }))
      .toSorted((one, other) => comparePaint(other.key, one.key));
  }
}

function liesUnder({ box, floats }: Placed, subject: Subject): boolean {
  if (floats) return true;
  const points = pointsIn(subject.box);
  const on = points.filter(([x, y]) => holds(box, x, y));
  return on.length >= points.length / 2;
}

function stripsOf({ top, bottom }: Box): readonly [number, number] {
  return [Math.floor(top / STRIP), Math.floor(bottom / STRIP)];
}

/** Where something is, or may be scrolled to in what it scrolls in; the page itself is scrolled with what lies in it. */
function rangeOf({ box, clips }: Subject): Box {
  const inner = clips.flatMap((clip) =>
    clip.kind === 'box' && clip.isPage !== true && isScroller(clip.box) ? [clip.box] : [],
  );
  if (inner.length === 0) return box;
  const range = inner.reduce(swept, box);
  return {
    left: Math.min(box.left, range.left),
    top: Math.min(box.top, range.top),
    right: Math.max(box.right, range.right),
    bottom: Math.max(box.bottom, range.bottom),
  };
}

/** Returns the boxes that scroll a painter. A sticky one is not scrolled by the innermost of them. */
function scrollersOf({ spot, style }: Painter): readonly BoxClip[] {
  if (style.position === 'fixed' && spot.style.position !== 'fixed') return [];
  const all = spot.scrollers;
  for (let at: Spot | null = spot; at !== null; at = at.parent) {
    if (at.style.position === 'fixed') return all;
    if (at.style.position.endsWith('sticky')) return all.slice(1);
  }
  return all;
}

function keyOf({ spot, beside, style }: Painter): PaintKey {
  if (beside === null) return spot.groundKey;
  if (beside === '::backdrop') return [{ phase: PHASE.top, order: spot.order - 0.5 }];
  const order = beside === '::before' ? spot.order + 0.5 : spot.after + 0.5;
  const z = Number(style.zIndex);
  return spot.keyBeside(Number.isNaN(z) ? 0 : z, order);
}

function boxOfPainter({ spot, beside, style }: Painter): Box {
  if (beside === null) return boxOf(spot.rect);
  if (beside === '::backdrop' || style.position === 'fixed')
    return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  let holder: Spot = spot;
  while (holder.parent !== null && !holder.holdsAbsolute) holder = holder.parent;
  const { rect } = holder;
  const left = rect.left + (parseFloat(style.left) || 0);
  const top = rect.top + (parseFloat(style.top) || 0);
  const [width, height] = [parseFloat(style.width) || 0, parseFloat(style.height) || 0];
  return { left, top, right: left + width, bottom: top + height };
}

/** Returns the opacity of a painter after all its ancestors, up to the shared ones; 0 where it is unknown. */
function alphaFrom(painter: Painter, apartFrom: Spot): number {
  let alpha = painter.beside === null ? 1 : Number(painter.style.opacity);
  // What they share changes both.
  for (let spot: Spot | null = painter.spot; spot !== null; spot = spot.parent) {
    if (apartFrom.isWithin(spot)) break;
    const { style } = spot;
    const isKnown = style.mixBlendMode === 'normal' && !/opacity|blur|url/.test(style.filter);
    alpha *= isKnown ? groupAlpha(style) : 0;
  }
  return alpha;
}

function isOpaque(painter: Painter, apartFrom: Spot): boolean {
  const { spot, style, beside } = painter;
  const alpha = alphaFrom(painter, apartFrom);
  if (alpha < OPAQUE) return false;
  if (beside === null && isShownPicture(spot.element)) return true;
  if (beside === null && spot.element instanceof SVGElement && spot.element.localName === 'rect')
    return (colorOf(style.fill)?.a ?? 0) * Number(style.fillOpacity) >= OPAQUE;
  if (/text/.test(style.backgroundClip)) return false;
  return groundsOf(style).some(
    (colors) =>
      colors.length > 0 &&
      colors.every((color) => color.a * alpha >= OPAQUE) &&
      !isPictured(colors),
  );
}

/** A picture's colours are not known, nor what it leaves. */
function isPictured(colors: readonly Rgba[]): boolean {
  return colors.some((color) => color.a === 0);
}

function isShownPicture(element: Element): boolean {
  if (element instanceof HTMLImageElement) return element.complete && element.naturalWidth > 0;
  return element instanceof HTMLVideoElement && element.readyState > 1;
}

function colorsOf(painter: Painter, apartFrom: Spot): readonly Rgba[] {
  const { spot, style, beside } = painter;
  const alpha = alphaFrom(painter, apartFrom);
  const isPicture =
    beside === null && (PICTURES.test(tagOf(spot.element)) || spot.element instanceof SVGElement);
  if (spot.element instanceof SVGElement) {
    const fill = colorOf(style.fill);
    return fill === null ? PICTURE : [fade(fill, alpha * Number(style.fillOpacity))];
  }
  if (isPicture) return PICTURE;
  const [first = [], second = []] = groundsOf(style);
  return [...first, ...(first.some(({ a }) => a < 1) ? second : [])].map((color) =>
    fade(color, alpha),
  );
}

import { colorOf, partsOf, stopsOf } from './colors.ts';
import {
  BLACK,
  blend,
  CLEAR,
  eachColor,
  fade,
  filter,
  isInked,
  onGrounds,
  over,
  type Pair,
  PICTURE,
  type Rgba,
  WHITE,
} from './ink.ts';
import { rootElementOf } from './dom.ts';
import { comparePaint, type PaintKey } from './paint-order.ts';
import { maskOf, Spot } from './spot.ts';

/** Something that lies between a text and what it stands in. */
export interface Underlay {
  readonly key: PaintKey;
  readonly colors: readonly Rgba[];
}

/** Default background of a browser whose page is dark by its scheme alone. */
const DARK: Rgba = { r: 0.07, g: 0.07, b: 0.07, a: 1 };
const SHADOW =
  /((?:(?<![a-z-])[a-z-]+\([^()]*\))|transparent) (-?[\d.]+)px (-?[\d.]+)px ([\d.]+)px/g;

/** Would a person tell letters straight in that element from what is behind them? */
export function hasInk(spot: Spot, underlays: readonly Underlay[]): boolean {
  const letters = lettersOf(spot.style, spot.element instanceof SVGElement);
  return isInked(pairsOf(spot, letters, underlays)); // guard: inkless-text
}

/** The colours that letters are drawn with. */
function lettersOf(style: CSSStyleDeclaration, isSvg: boolean): readonly Rgba[] {
  const size = parseFloat(style.fontSize);
  if (isSvg) {
    const fill = fade(colorOf(style.fill) ?? CLEAR, Number(style.fillOpacity));
    const isPattern = style.fill.startsWith('url(');
    const stroke = fade(colorOf(style.stroke) ?? CLEAR, Number(style.strokeOpacity));
    return [...(isPattern ? PICTURE : [fill]), stroke];
  }
  const fill = colorOf(style.webkitTextFillColor || style.color) ?? BLACK;
  const letters = [fill];
  if (parseFloat(style.webkitTextStrokeWidth) > 0)
    letters.push(colorOf(style.webkitTextStrokeColor) ?? CLEAR);
  for (const [, color = '', x, y, blur] of style.textShadow.matchAll(SHADOW)) {
    const isNear = Math.abs(Number(x)) <= size && Math.abs(Number(y)) <= size;
    if (isNear && Number(blur) <= size / 2) letters.push(over(fill, colorOf(color) ?? CLEAR));
  }
  return letters;
}

function pairsOf(
  from: Spot,
  letters: readonly Rgba[],
  underlays: readonly Underlay[],
): readonly Pair[] {
  let pairs: readonly Pair[] = letters.map((letter) => ({ letter, ground: CLEAR }));
  let left = underlays;
  for (let spot: Spot | null = from; spot !== null; spot = spot.parent ?? holderOf(spot)) {
    if (spot.isBoxless) continue;
    if (left.length > 0) {
      const { groundKey } = spot;
      const above = left.filter(({ key }) => comparePaint(groundKey, key) < 0);
      left = left.filter((each) => !above.includes(each));
      for (const { colors } of above) pairs = onGrounds(pairs, colors);
    }
    const { layers, isOfLetters, isBlended, css, alpha } = effectsOf(spot);
    if (layers.length > 0) pairs = onOwnGround(pairs, layers, isOfLetters);
    if (isBlended) return blended(pairs, spot, left);
    if (css !== 'none' || alpha < 1) {
      const size = parseFloat(from.style.fontSize);
      pairs = eachColor(pairs, (color) => fade(filter(css, color, size), alpha));
    }
  }
  for (const { colors } of left) pairs = onGrounds(pairs, colors);
  return onGrounds(pairs, canvasColors());
}

function blended(
  pairs: readonly Pair[],
  spot: Spot,
  underlays: readonly Underlay[],
): readonly Pair[] {
  const { parent, style } = spot;
  const behind =
    parent === null
      ? canvasColors()
      : pairsOf(parent, [CLEAR], underlays).map(({ ground }) => ground);
  return behind.flatMap((back) =>
    eachColor(pairs, (color) => blend(style.mixBlendMode, color, back)),
  );
}

/** Effects of an element on the colours of all its content. */
interface Effects {
  readonly layers: readonly (readonly Rgba[])[];
  /** true: the background is visible only through its letters. */
  readonly isOfLetters: boolean;
  readonly isBlended: boolean;
  readonly css: string;
  readonly alpha: number;
}

const effects = new WeakMap<Spot, Effects>();

export function effectsOf(spot: Spot): Effects {
  const known = effects.get(spot);
  if (known !== undefined) return known;
  const { style } = spot;
  const found = {
    layers: groundsOf(style),
    isOfLetters: style.backgroundClip === 'text' || style.webkitBackgroundClip === 'text',
    isBlended: style.mixBlendMode !== 'normal',
    css: style.filter,
    alpha: groupAlpha(style),
  };
  effects.set(spot, found);
  return found;
}

function onOwnGround(
  pairs: readonly Pair[],
  layers: Effects['layers'],
  isOfLetters: boolean,
): readonly Pair[] {
  if (!isOfLetters) return layers.reduce(onGrounds, pairs);
  return pairs.flatMap(({ letter, ground }) =>
    layers
      .reduce(onGrounds, [{ letter, ground: CLEAR }])
      .map((filled) => ({ letter: filled.letter, ground })),
  );
}

/** The layers of a background, from the top: of each the colours that it may have where a letter stands. */
export function groundsOf(style: CSSStyleDeclaration): readonly (readonly Rgba[])[] {
  const { backgroundColor, backgroundImage } = style;
  const color = colorOf(backgroundColor) ?? CLEAR;
  const flat = color.a === 0 ? [] : [[color]];
  if (backgroundImage === 'none') return flat;
  const sizes = partsOf(style.backgroundSize);
  const layers = partsOf(backgroundImage).flatMap((image, at) => {
    const isNothing = /(?:^|\s)0(?:px|%)/.test(sizes[at % sizes.length] ?? '');
    if (image === 'none' || isNothing) return [];
    return [image.includes('gradient(') ? stopsOf(image) : [...PICTURE, CLEAR]];
  });
  return [...layers.filter((layer) => layer.length > 0), ...flat];
}

/** Returns the opacity that an element gives all its content, by `opacity` and by its mask. */
export function groupAlpha(style: CSSStyleDeclaration): number {
  return Number(style.opacity) * maskAlpha(style);
}

function maskAlpha(style: CSSStyleDeclaration): number {
  const mask = maskOf(style);
  if (mask === 'none') return 1;
  const size = style.maskSize || style.webkitMaskSize;
  if (/^0(?:px|%)?(?: 0(?:px|%)?)?$/.test(size)) return 0;
  const isLight = /luminance/.test(style.maskMode);
  const alphas = partsOf(mask).map((image) => {
    if (image === 'none') return 1;
    if (!image.includes('gradient(')) return 1;
    return Math.max(
      0,
      ...stopsOf(image).map(({ r, g, b, a }) => (isLight ? (a * (r + g + b)) / 3 : a)),
    );
  });
  return Math.max(...alphas);
}

/** Returns the colour behind a page without a background: white, dark by its scheme, or unknown in a foreign frame. */
function canvasColors(): readonly Rgba[] {
  if (window !== window.top && holdingFrame() === null) return PICTURE;
  const { colorScheme } = getComputedStyle(rootElementOf(document));
  const isDark =
    colorScheme.includes('dark') &&
    (!colorScheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
  return [isDark ? DARK : WHITE];
}

function holdingFrame(): Element | null {
  try {
    return window.frameElement;
  } catch {
    return null;
  }
}

/** The frame that this page is shown in, where its site lets it be asked. */
function holderOf(spot: Spot): Spot | null {
  if (spot.element.ownerDocument !== document) return null;
  const frame = holdingFrame();
  return frame === null ? null : framed(frame);
}

function framed(element: Element): Spot {
  const parent = element.parentElement;
  const view = element.ownerDocument.defaultView ?? window;
  return new Spot(
    element,
    parent === null ? null : framed(parent),
    view.getComputedStyle(element),
    0,
  );
}

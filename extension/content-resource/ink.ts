/** A colour of sRGB, each part from 0 to 1. */
export interface Rgba {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

/** Colours where a letter is, and right beside it: two that are alike show no letter. */
export interface Pair {
  readonly letter: Rgba;
  readonly ground: Rgba;
}

export const CLEAR: Rgba = { r: 0, g: 0, b: 0, a: 0 };
export const WHITE: Rgba = { r: 1, g: 1, b: 1, a: 1 };
export const BLACK: Rgba = { r: 0, g: 0, b: 0, a: 1 };
/** A picture may have any colour: what is drawn on it is seen if it would be seen on one of these. */
export const PICTURE: readonly Rgba[] = [WHITE, BLACK];

/** Minimum difference of two colours that a person can tell apart: #ebebeb on white, #2b2b2b on black. */
const LEAST_DIFFERENCE = 0.05;
/** More pairs than these are not looked at. */
const MAX_PAIRS = 64;
/** Light that falls on every screen: of dark colours less is seen than their numbers say. */
const FLARE = 0.05;

export function over(top: Rgba, bottom: Rgba): Rgba {
  const a = top.a + bottom.a * (1 - top.a);
  if (a === 0) return CLEAR;
  const mix = (one: number, other: number): number =>
    (one * top.a + other * bottom.a * (1 - top.a)) / a;
  return { r: mix(top.r, bottom.r), g: mix(top.g, bottom.g), b: mix(top.b, bottom.b), a };
}

export function fade(color: Rgba, by: number): Rgba {
  return { ...color, a: color.a * Math.min(1, Math.max(0, by)) };
}

/** Each pair on each of these grounds. */
export function onGrounds(pairs: readonly Pair[], grounds: readonly Rgba[]): readonly Pair[] {
  if (pairs.every(({ ground }) => ground.a === 1)) return pairs;
  return pairs
    .flatMap(({ letter, ground }) =>
      grounds.map((under) => ({ letter: over(letter, under), ground: over(ground, under) })),
    )
    .slice(0, MAX_PAIRS);
}

export function eachColor(pairs: readonly Pair[], change: (color: Rgba) => Rgba): readonly Pair[] {
  return pairs.map(({ letter, ground }) => ({ letter: change(letter), ground: change(ground) }));
}

export function isInked(pairs: readonly Pair[]): boolean {
  return pairs.some(({ letter, ground }) => difference(letter, ground) >= LEAST_DIFFERENCE);
}

/** How far apart a person sees two opaque colours, as a distance in OKLab under some light: black and white have 0.64. */
export function difference(one: Rgba, other: Rgba): number {
  const [l, a, b] = oklab(one);
  const [m, c, d] = oklab(other);
  return Math.hypot(l - m, a - c, b - d);
}

function oklab(color: Rgba): readonly [number, number, number] {
  const [r, g, b] = [linear(color.r), linear(color.g), linear(color.b)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linear(part: number): number {
  const light = part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  return (light + FLARE) / (1 + FLARE);
}

type Mix = (top: number, bottom: number) => number;

const screen: Mix = (top, bottom) => top + bottom - top * bottom;
const hardLight: Mix = (top, bottom) =>
  top <= 0.5 ? 2 * top * bottom : screen(2 * top - 1, bottom);

const BLENDS: Readonly<Record<string, Mix>> = {
  multiply: (top, bottom) => top * bottom,
  screen,
  darken: Math.min,
  lighten: Math.max,
  difference: (top, bottom) => Math.abs(top - bottom),
  exclusion: (top, bottom) => top + bottom - 2 * top * bottom,
  'hard-light': hardLight,
  overlay: (top, bottom) => hardLight(bottom, top),
  'plus-lighter': (top, bottom) => Math.min(1, top + bottom),
  'color-dodge': (top, bottom) => (top >= 1 ? 1 : Math.min(1, bottom / (1 - top))),
  'color-burn': (top, bottom) => (top <= 0 ? 0 : 1 - Math.min(1, (1 - bottom) / top)),
};

/** The colour that comes of it on an opaque ground. Modes that only change a hue leave it as it is. */
export function blend(mode: string, top: Rgba, bottom: Rgba): Rgba {
  const mix = BLENDS[mode];
  if (mix === undefined) return over(top, bottom);
  const [r, g, b] = [mix(top.r, bottom.r), mix(top.g, bottom.g), mix(top.b, bottom.b)];
  return over({ r, g, b, a: top.a }, bottom);
}

/** `brightness(0.5) blur(2px)`, on a text of that size; what only turns hues leaves a colour as it is. */
export function filter(css: string, color: Rgba, fontSize: number): Rgba {
  let out = color;
  for (const [, name = '', argument = ''] of css.matchAll(/(?<![a-z-])([a-z-]+)\(([^()]*)\)/g)) {
    const by = argument.endsWith('%') ? parseFloat(argument) / 100 : parseFloat(argument);
    out = filterOnce(name, Number.isNaN(by) ? 1 : by, out, fontSize);
  }
  return out;
}

function filterOnce(name: string, by: number, color: Rgba, fontSize: number): Rgba {
  switch (name) {
    case 'opacity':
      return fade(color, by);
    // Half of a letter's height is no letter any more.
    case 'blur':
      return by >= fontSize / 2 ? fade(color, 0) : color;
    case 'brightness':
      return each(color, (part) => part * by);
    case 'contrast':
      return each(color, (part) => (part - 0.5) * by + 0.5);
    case 'invert':
      return each(color, (part) => part * (1 - by) + (1 - part) * by);
    case 'grayscale':
    case 'sepia':
      return grey(color, 1 - by);
    case 'saturate':
      return grey(color, by);
    default:
      return color;
  }
}

function grey(color: Rgba, left: number): Rgba {
  const light = 0.2126 * color.r + 0.7152 * color.g + 0.0722 * color.b;
  return each(color, (part) => light + (part - light) * left);
}

function each({ r, g, b, a }: Rgba, change: (part: number) => number): Rgba {
  const within = (part: number): number => Math.min(1, Math.max(0, change(part)));
  return { r: within(r), g: within(g), b: within(b), a };
}

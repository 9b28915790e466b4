import { CLEAR, type Rgba } from './ink.ts';

const known = new Map<string, Rgba>();
const MAX_KNOWN = 2_000;
let canvas: OffscreenCanvasRenderingContext2D | null = null;

/** The colour that a computed style names, in whatever colour space; null: it names none. */
export function colorOf(css: string): Rgba | null {
  const kept = known.get(css);
  if (kept !== undefined) return kept;
  const color = inRgb(css) ?? drawn(css);
  if (color === null) return null;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(css, color);
  return color;
}

function inRgb(css: string): Rgba | null {
  const parts = /^rgba?\(([\d., ]+)\)$/.exec(css)?.[1]?.split(',').map(Number);
  if (parts === undefined || parts.length < 3) return css === 'transparent' ? CLEAR : null;
  const [r = 0, g = 0, b = 0, a = 1] = parts;
  return { r: r / 255, g: g / 255, b: b / 255, a };
}

/** Asked of the browser itself: it draws one pixel in it. */
function drawn(css: string): Rgba | null {
  if (!/^(?:#|[a-z-]+\()/.test(css) || css.includes('url(') || !CSS.supports('color', css))
    return null;
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (canvas === null) return null;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = css;
  canvas.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return { r: r / 255, g: g / 255, b: b / 255, a: a / 255 };
}

/** The colours of a gradient's stops. */
export function stopsOf(gradient: string): readonly Rgba[] {
  const words = gradient.match(/(?:(?<![a-z-])[a-z-]+\([^()]*\))|\btransparent\b/g) ?? [];
  const colors = words.flatMap((word) => colorOf(word) ?? []);
  return [...new Map(colors.map((color) => [JSON.stringify(color), color])).values()].slice(0, 6);
}

/** The parts of a list, whose own parts may have lists in their parentheses. */
export function partsOf(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let at = 0; at < list.length; at += 1) {
    const sign = list[at];
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === ',' && depth === 0) {
      parts.push(list.slice(begin, at).trim());
      begin = at + 1;
    }
  }
  return [...parts, list.slice(begin).trim()];
}

/** Returns whether a style hides the text: dots for letters, by the browser or by a font. */
export function isMaskedText(style: CSSStyleDeclaration): boolean {
  const security = style.getPropertyValue('-webkit-text-security');
  return (security !== '' && security !== 'none') || isMaskFont(style);
}

/** The same of a field, over which its page may draw something else. */
export function isMaskedField(style: CSSStyleDeclaration): boolean {
  return isMaskedText(style) || /\bblur\(/.test(style.filter) || isColourless(style);
}

function isColourless(style: CSSStyleDeclaration): boolean {
  const colour = style.getPropertyValue('-webkit-text-fill-color') || style.color;
  const isUnseen = /^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/.test(colour);
  return (isUnseen || colour === style.backgroundColor) && style.backgroundClip !== 'text';
}

const LETTERS = ['i', 'W', '8'];
const SIZE = 24;
const known = new Map<string, boolean>();

/** Draws different letters alike. Whether it does is seen by drawing them: its name says nothing. */
function isMaskFont({ fontStyle, fontWeight, fontFamily }: CSSStyleDeclaration): boolean {
  const font = `${fontStyle} ${fontWeight} ${SIZE}px ${fontFamily}`;
  const before = known.get(font);
  if (before !== undefined) return before;
  const isOne = drawsAlike(font) && !drawsAlike(`${SIZE}px monospace`);
  // One that is loading draws nothing of its own yet.
  if (document.fonts.status === 'loaded') known.set(font, isOne);
  return isOne;
}

function drawsAlike(font: string): boolean {
  const context = new OffscreenCanvas(2 * SIZE, 2 * SIZE).getContext('2d', {
    willReadFrequently: true,
  });
  if (context === null) return false;
  context.font = font;
  context.textBaseline = 'top';
  const [first, ...others] = LETTERS.map((letter) => context.measureText(letter).width);
  if (others.some((width) => width !== first)) return false;
  const [drawn, ...rest] = LETTERS.map((letter) => {
    context.clearRect(0, 0, 2 * SIZE, 2 * SIZE);
    context.fillText(letter, 0, SIZE / 4);
    return context.getImageData(0, 0, 2 * SIZE, 2 * SIZE).data.join();
  });
  return rest.every((other) => other === drawn);
}

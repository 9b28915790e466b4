import { isFailing } from './told-failure.ts';

const TAG = /<\/?([a-z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;
const CLASSES = /\b(?:class|role)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/gi;
/** They say nothing of the text in them. What others hold was written another way, such as in Markdown. */
const PLAIN = /^(?:span|div|br|wbr)$/i;
const ENTITY = /&(#\d+|#x[\da-f]+|[a-z]+\d*);/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
};

/**
 * Returns the text of a piece of markup. Null: it has other elements than text, whose meaning is unknown. An error
 * stands in an element that is named for one, and is reported whatever else is around it.
 */
export function textOfMarkup(markup: string): {
  readonly text: string | null;
  readonly isError: boolean;
} {
  const tags = [...markup.matchAll(TAG)];
  const isError = tags.some(([, , attributes = '']) => namesError(attributes));
  const isPlain = tags.every(([, name = '']) => PLAIN.test(name));
  const bare = markup.replaceAll(TAG, (_tag, name: string) => (/^br$/i.test(name) ? '\n' : ''));
  const isWhole = !/<[a-z/!]/i.test(bare);
  const text = (isPlain || isError) && isWhole ? withoutEntities(bare) : null;
  return { text, isError };
}

function namesError(attributes: string): boolean {
  return [...attributes.matchAll(CLASSES)].some(([, ...values]) => {
    const names = values.find((value) => value !== undefined) ?? '';
    return names.split(/\s+/).some((name) => name === 'alert' || isFailing(name));
  });
}

function withoutEntities(text: string): string | null {
  let isKnown = true;
  const said = text.replaceAll(ENTITY, (whole, name: string) => {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    if (name.startsWith('#')) return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    isKnown &&= Object.hasOwn(NAMED, name.toLowerCase());
    return NAMED[name.toLowerCase()] ?? whole;
  });
  return isKnown ? said : null;
}

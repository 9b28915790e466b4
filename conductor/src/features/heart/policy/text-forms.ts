import { normalForm } from '../../../../../shared/lib/normal-form.ts';

/** Readings of a text by programs that read it differently. */
export interface TextForms {
  /**
   * Forms of the text, each once: as it is, percent-decoded, with `\` as `/`, with `.` and `..` taken in, and as the
   * address that it is.
   */
  readonly texts: readonly string[];
  /** Other ways to name where an address leads, as by the path of a `file:`. */
  readonly others: readonly string[];
  /**
   * true: nothing is certain. The text climbs out of where it seems to be, or a program may read it in yet another way.
   */
  readonly evasive: boolean;
}

const MOST_DECODINGS = 3;

/** Schemes whose addresses programs take apart in one way, which forgives much. */
const ADDRESS = /^(?:https?|wss?|ftp|file):/i;

/** Letters in more bytes than they need, which some programs read. */
const OVERLONG = /%(?:c[01]|e0%[89]|f0%8)/i;

/** Characters that programs ignore within a path, or at its end. */
const PASSED_OVER = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns all ways in which programs may read a text. */
export function formsOf(text: string): TextForms {
  const decoded = [text];
  for (let round = 0; round < MOST_DECODINGS; round += 1) {
    const next = percentDecoded(decoded.at(-1) ?? text);
    if (next === decoded.at(-1)) break;
    decoded.push(next);
  }
  const deepest = decoded.at(-1) ?? text;
  const slashed = decoded.map((one) => one.replaceAll('\\', '/'));
  const isAddress = ADDRESS.test(text.trimStart());
  const [address, ...others] = isAddress ? addressesOf(text) : [];
  const leads = address === undefined ? [] : [address];
  // guard: address-leads
  const texts = [...new Set([...decoded, ...slashed, ...slashed.map(withoutDots), ...leads])];
  const isUnread = isAddress && address === undefined;
  return {
    texts,
    others,
    evasive: isUnread || percentDecoded(deepest) !== deepest || texts.some(isEvasive),
  };
}

/** The same for all ways to write what some program takes for one: by case, width, blanks around, what is not seen. */
export function alike(text: string): string {
  return normalForm(text)
    .replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .toLowerCase(); // guard: denied-however
}

/** `/a/./b//../c` is `/a/c`; the `//` after a URL's scheme stays. */
export function withoutDots(path: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(path) ?? [];
  const parts = rest.split('/');
  const kept: string[] = [];
  for (const [index, part] of parts.entries()) {
    const inside = index > 0 && index < parts.length - 1;
    if (part === '..') {
      // Nothing lies above the root.
      if (kept.some((one) => one !== '')) kept.pop();
    } else if (part !== '.' && !(part === '' && inside)) kept.push(part);
  }
  return scheme + kept.join('/');
}

/** Sequence by sequence: one that means nothing does not hide the others. */
function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/**
 * Returns where an address leads, as programs take it apart: `https://a?.b/` leads to `a`. Then other names of the
 * same.
 */
function addressesOf(text: string): string[] {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return [];
  const { protocol, host, pathname, search, hash } = url;
  const rest = pathname + search + hash;
  // An address of a host alone means the same with a slash.
  const address = rest === '/' && !text.trimEnd().endsWith('/') ? url.href.slice(0, -1) : url.href;
  const plain = `${protocol}//${host.replace(/\.(?=:|$)/, '')}${rest}`;
  return [address, plain, ...(protocol === 'file:' ? [pathname] : [])].map(percentDecoded);
}

function isEvasive(text: string): boolean {
  if (text.includes('\0') || OVERLONG.test(text)) return true;
  const bare = normalForm(text).replaceAll(PASSED_OVER, ''); // guard: climbs-however
  return /(^|[/\\])\.\.([/\\?#;]|$)/.test(bare);
}

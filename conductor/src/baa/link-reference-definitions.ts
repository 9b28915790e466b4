const LABEL = /\[(?=[^\]]*[^\s\]])(?:[^[\]\\]|\\[^]){1,999}\]:/y;

const GAP = /[ \t]*(?:\n[ \t]*)?/y;

const DESTINATION = /<(?:[^<>\n\\]|\\[^\n])*>/y;

const TITLE = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)/y;

const LINE_END = /[ \t]*(?:\n|$)/y;

/** Parentheses in one another, as the reference implementations count. */
const MAX_PARENTHESES = 32;

/**
 * Does the text of a paragraph, its lines without their indentation, hold nothing but link reference definitions
 * (CommonMark 0.31, section 4.7)? Then it is no paragraph, and a line of `=` under it is no underline.
 */
export function isOnlyLinkReferenceDefinitions(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    const next = endOfDefinition(text, at);
    if (next === null) return false;
    at = next;
  }
  return true;
}

/** Where the next line begins after a definition; null where there is none at `start`. */
function endOfDefinition(text: string, start: number): number | null {
  const label = endOf(LABEL, text, start);
  if (label === null) return null;
  const target = endOfDestination(text, endOf(GAP, text, label) ?? label);
  if (target === null) return null;
  const gap = endOf(GAP, text, target) ?? target;
  const title = gap === target ? null : endOf(TITLE, text, gap);
  const whole = title === null ? null : endOf(LINE_END, text, title);
  // What looks like a title and continues after it is none: without it, the destination has to end its line.
  return whole ?? endOf(LINE_END, text, target);
}

function endOfDestination(text: string, start: number): number | null {
  if (text[start] === '<') return endOf(DESTINATION, text, start);
  let at = start;
  let open = 0;
  for (; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char <= ' ' || char === '\u007F') break;
    if (char === '\\' && /[!-/:-@[-`{-~]/.test(text.charAt(at + 1))) at += 1;
    else if (char === '(' && ++open > MAX_PARENTHESES) return null;
    else if (char === ')' && --open < 0) return null;
  }
  return at > start && open === 0 && /^[ \t\n]?$/.test(text.charAt(at)) ? at : null;
}

function endOf(pattern: RegExp, text: string, start: number): number | null {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** Is seen as nothing, and keeps what stands on both its sides apart. */
const APART = '\u200B';

/**
 * A text without the parts of it that its site draws as something else. What they stood between must not become Markdown
 * that it was not: an answer may show such a part in code, and the code must not end there for its sake.
 *
 * @param part Global.
 */
export function withoutParts(
  text: string,
  part: RegExp,
  replacement: (part: string) => string = () => '',
): string {
  const pieces: string[] = [];
  const line = new LineSoFar();
  let from = 0;
  const add = (piece: string): void => {
    pieces.push(piece);
    line.add(piece);
  };
  for (const { 0: found, index } of text.matchAll(part)) {
    add(text.slice(from, index));
    from = index + found.length;
    const kept = replacement(found);
    const joins = kept === '' && !found.endsWith('\n') && line.wouldJoin(text.charAt(from));
    add(joins ? APART : kept); // guard: parts-apart
  }
  return pieces.join('') + text.slice(from);
}

/** State of a line up to some place; it reads each piece once. */
class LineSoFar {
  #isBlank = true;
  #isInTag = false;
  #last = '';

  add(piece: string): void {
    if (piece === '') return;
    const begin = piece.lastIndexOf('\n') + 1;
    const part = piece.slice(begin);
    const [open, close] = [part.lastIndexOf('<'), part.lastIndexOf('>')];
    this.#isBlank = (begin > 0 || this.#isBlank) && !/[^\s>]/.test(part);
    this.#isInTag = open === close ? begin === 0 && this.#isInTag : open > close;
    this.#last = piece.at(-1) ?? '';
  }

  /** Would a fence, or a tag of HTML, be made of it and what comes next? */
  wouldJoin(next: string): boolean {
    const last = this.#last;
    if (next === '`' || next === '~') return last === next || this.#isBlank;
    if (!/\S/.test(last) || !/\S/.test(next)) return false;
    return next === '>' || (last === '-' && next === '-') || this.#isInTag;
  }
}

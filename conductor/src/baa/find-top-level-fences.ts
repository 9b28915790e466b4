import { type Container, continues, listMarkerAt, takeQuote } from './containers.ts';
import { htmlBlockEnd } from './html-block.ts';
import { LineCursor } from './line-cursor.ts';
import { isOnlyLinkReferenceDefinitions } from './link-reference-definitions.ts';

/** A fenced code block that stands in no quote and no list. */
export interface Fence {
  /** Line of the opening fence in the message, from 1. */
  readonly line: number;
  /** As written, without the blanks around it. */
  readonly info: string;
  readonly content: readonly FenceLine[];
}

interface FenceLine {
  /** Without the fence's own indentation. */
  readonly text: string;
  /**
   * Where `text` begins in the line of the message, in source characters from 0. It is negative where `text` begins
   * with more blanks, put in place of a tab, than the line has characters before it.
   */
  readonly offset: number;
}

interface OpenFence {
  readonly kind: 'fence';
  readonly mark: string;
  readonly indent: number;
  readonly info: string;
  readonly content: FenceLine[];
}

interface Paragraph {
  readonly kind: 'paragraph';
  readonly lines: string[];
}

type Leaf =
  | { readonly kind: 'none' | 'indented code' }
  | { readonly kind: 'html'; readonly end: RegExp | null }
  | Paragraph
  | OpenFence;

const NONE: Leaf = { kind: 'none' };

const INDENTED_CODE: Leaf = { kind: 'indented code' };

const QUOTE: Container = { kind: 'quote' };

const OPENING_FENCE = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/s;

const CLOSING_FENCE = /^(`{3,}|~{3,})[ \t]*$/;

const THEMATIC_BREAK = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;

const HEADING = /^#{1,6}(?:[ \t]|$)/;

const UNDERLINE = /^(?:=+|-+)[ \t]*$/;

/** Quotes and lists in one another. */
const MAX_DEPTH = 32;

/**
 * The fenced code blocks at the top level of a message, as CommonMark 0.31 has it ("Phase 1: block structure" of its
 * appendix). What follows a line that parsers in use read differently, or that nests deeper than `MAX_DEPTH`, is not
 * read: what is code to one of them must not run. Takes linear time.
 */
export function findTopLevelFences(message: string): Fence[] {
  const scanner = new BlockScanner();
  linesOf(message).every((line) => scanner.take(new LineCursor(line)));
  return scanner.fences;
}

function linesOf(message: string): string[] {
  const lines = message.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  // What follows the last line end is no line.
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

class BlockScanner {
  readonly fences: Fence[] = [];
  readonly #containers: Container[] = [];
  #leaf: Leaf = NONE;
  #lines = 0;
  #isAfterBlank = false;

  /** False: from this line on nothing is certain. */
  take(line: LineCursor): boolean {
    this.#lines += 1;
    const isAfterBlank = this.#isAfterBlank;
    this.#isAfterBlank = line.isBlank;
    const kept = this.#countGoingOn(line);
    const allGoOn = kept === this.#containers.length;
    if (allGoOn && this.#isTakenByLeaf(line)) return true;
    if (line.isBlank) {
      this.#begin(kept, allGoOn && this.#leaf.kind === 'indented code' ? this.#leaf : NONE);
      return true;
    }
    // Straight under a quote or a list it may be HTML to micromark and text to others, or the other way round.
    if (!allGoOn && !isAfterBlank && isNothingButTag(line)) return false;
    return this.#takeText(line, kept, allGoOn);
  }

  #countGoingOn(line: LineCursor): number {
    const end = this.#containers.findIndex((container) => !continues(container, line));
    return end === -1 ? this.#containers.length : end;
  }

  /** Fences and HTML take lines as they are, until their end. */
  #isTakenByLeaf(line: LineCursor): boolean {
    const leaf = this.#leaf;
    if (leaf.kind === 'fence') {
      if (closes(line, leaf.mark)) this.#leaf = NONE;
      else leaf.content.push(lineOf(line, leaf.indent));
      return true;
    }
    if (leaf.kind === 'html') {
      if (leaf.end === null ? line.isBlank : leaf.end.test(line.whole)) this.#leaf = NONE;
      return true;
    }
    return false;
  }

  #takeText(line: LineCursor, kept: number, allGoOn: boolean): boolean {
    /** Paragraph that continues where nothing else begins, even outside of its quote or list. */
    let paragraph = this.#leaf.kind === 'paragraph' ? this.#leaf : null;
    const beginsInText = allGoOn && (paragraph !== null || this.#leaf.kind === 'indented code');
    let depth = kept;
    while (!line.isBlank && line.indent < 4) {
      const leaf = leafAt(line, paragraph, allGoOn);
      if (leaf !== null) {
        this.#begin(depth, leaf);
        if (leaf.kind === 'fence' && depth === 0) this.fences.push({ ...leaf, line: this.#lines });
        return true;
      }
      let container: Container = QUOTE;
      if (!takeQuote(line)) {
        const marker = listMarkerAt(line);
        if (marker === null) break;
        if (beginsInText && !marker.interruptsParagraph) {
          if (paragraph !== null) break;
          // To micromark such a marker is text, in a quote that this line begins as well, to others an item.
          return false;
        }
        container = marker.take();
      }
      this.#begin(depth, NONE);
      this.#containers.push(container);
      depth += 1;
      paragraph = null;
      if (depth > MAX_DEPTH) return false;
    }
    if (line.isBlank) return true;
    if (paragraph !== null) paragraph.lines.push(line.rest);
    else if (line.indent < 4) this.#begin(depth, { kind: 'paragraph', lines: [line.rest] });
    else this.#begin(depth, INDENTED_CODE);
    return true;
  }

  /** Ends all that is nested deeper, and begins the leaf. */
  #begin(depth: number, leaf: Leaf): void {
    this.#containers.length = depth;
    this.#leaf = leaf;
  }
}

/** Returns the leaf that begins on this line and takes all of it; null: none does. */
function leafAt(line: LineCursor, paragraph: Paragraph | null, allGoOn: boolean): Leaf | null {
  const { rest } = line;
  if (HEADING.test(rest)) return NONE;
  const htmlEnd = htmlBlockEnd(rest, paragraph !== null);
  if (htmlEnd !== undefined)
    return htmlEnd?.test(rest) === true ? NONE : { kind: 'html', end: htmlEnd };
  if (allGoOn && paragraph !== null && isUnderlined(paragraph, rest)) return NONE;
  if (THEMATIC_BREAK.test(rest)) return NONE;
  return openingFence(line);
}

/** A line that begins HTML where no paragraph is, and continues with one where it is. */
function isNothingButTag({ rest, indent }: LineCursor): boolean {
  if (indent > 3 || htmlBlockEnd(rest, true) !== undefined) return false;
  return htmlBlockEnd(rest, false) !== undefined;
}

function isUnderlined({ lines }: Paragraph, rest: string): boolean {
  if (!UNDERLINE.test(rest)) return false;
  return lines[0]?.startsWith('[') !== true || !isOnlyLinkReferenceDefinitions(lines.join('\n'));
}

function openingFence(line: LineCursor): OpenFence | null {
  const match = OPENING_FENCE.exec(line.rest);
  if (match === null) return null;
  const [, backticks, backtickInfo, tildes, tildeInfo] = match;
  const info = withoutBlanks(backtickInfo ?? tildeInfo ?? '');
  return { kind: 'fence', mark: backticks ?? tildes ?? '', indent: line.indent, info, content: [] };
}

function closes(line: LineCursor, mark: string): boolean {
  const closing = line.indent < 4 ? (CLOSING_FENCE.exec(line.rest)?.[1] ?? '') : '';
  return closing[0] === mark[0] && closing.length >= mark.length;
}

function lineOf(line: LineCursor, indent: number): FenceLine {
  line.skipBlanks(indent);
  return { text: line.whole, offset: line.passed };
}

/**
 * Trims blanks without a regular expression: one for blanks at the end takes quadratic time over blanks in the middle.
 */
function withoutBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t';
}

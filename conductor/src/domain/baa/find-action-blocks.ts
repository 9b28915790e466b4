/** The inside of one fenced block whose info string begins with the word `baa`. */
export interface ActionBlock {
  /** Line of the opening fence in the message, from 1. */
  readonly fenceLine: number;
  /** The block's lines joined with `\n`, without the fence's own indentation. */
  readonly text: string;
  /** Where in the message a place of `text` lies: line and column, both from 1. */
  readonly locate: (offset: number) => MessagePlace;
}

export interface MessagePlace {
  readonly line: number;
  readonly column: number;
}

interface Fence {
  readonly mark: string;
  readonly indent: number;
  /** Lines collected for an action block; null in a fence of another language. */
  readonly content: BlockContent | null;
}

interface BlockContent {
  readonly fenceLine: number;
  readonly lines: string[];
  /** Per line, how much of the fence's indentation was taken off. */
  readonly removed: number[];
}

const OPENING_FENCE = /^( {0,3})(?:(`{3,})([^`]*)|(~{3,})(.*))$/s;
const CLOSING_FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
const LIST_ITEM = /^( {0,3})([-+*]|\d{1,9}[.)])([ \t]*)(.*)$/s;
const THEMATIC_BREAK = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE_OR_HEADING = /^ {0,3}(?:>|#{1,6}(?:[ \t]|$))/;

/** HTML blocks that hold anything at all until their own end (CommonMark 0.31, section 4.6, kinds 1 to 5). */
const RAW_HTML: readonly { readonly start: RegExp; readonly end: RegExp }[] = [
  {
    start: /^ {0,3}<(?:pre|script|style|textarea)(?:[ \t>]|$)/i,
    end: /<\/(?:pre|script|style|textarea)>/i,
  },
  { start: /^ {0,3}<!--/, end: /-->/ },
  { start: /^ {0,3}<\?/, end: /\?>/ },
  { start: /^ {0,3}<![a-z]/i, end: />/ },
  { start: /^ {0,3}<!\[CDATA\[/, end: /\]\]>/ },
];

/**
 * Finds the action blocks of a message as CommonMark sees it. Only fences at the top level count: what stands in
 * a longer fence, a quote, a list item, indented code or an HTML comment is shown to a reader, not said to Baton.
 * Where lazy continuation lines make it doubtful whether a list item has ended, it has not. Takes linear time.
 */
export function findActionBlocks(message: string): ActionBlock[] {
  const blocks: ActionBlock[] = [];
  let fence: Fence | null = null;
  let htmlEnd: RegExp | null = null;
  /** Column from which a line belongs to the open list item; null outside of lists. */
  let itemColumn: number | null = null;
  let afterBlank = false;

  for (const [index, line] of message.split(/\r\n|\n|\r/).entries()) {
    if (fence !== null) {
      if (closes(line, fence)) {
        if (fence.content !== null) blocks.push(toBlock(fence.content));
        fence = null;
      } else if (fence.content !== null) {
        const removed = Math.min(indentWidth(line, 'spaces'), fence.indent);
        fence.content.lines.push(line.slice(removed));
        fence.content.removed.push(removed);
      }
      continue;
    }
    if (htmlEnd !== null) {
      if (htmlEnd.test(line)) htmlEnd = null;
      continue;
    }
    const blank = /^[ \t]*$/.test(line);
    if (!blank && itemColumn !== null && !staysInItem(line, itemColumn, afterBlank)) {
      itemColumn = null;
    }
    afterBlank = blank;
    if (blank || itemColumn !== null) continue;

    itemColumn = contentColumnOfItem(line);
    if (itemColumn !== null) continue;
    fence = openFence(line, index + 1);
    htmlEnd = fence === null ? (rawHtmlOf(line)?.end ?? null) : null;
    if (htmlEnd?.test(line)) htmlEnd = null;
  }
  if (fence?.content) blocks.push(toBlock(fence.content));
  return blocks;
}

function openFence(line: string, lineNumber: number): Fence | null {
  const match = OPENING_FENCE.exec(line);
  if (match === null) return null;
  const [, indent = '', backticks, backtickInfo, tildes, tildeInfo] = match;
  const info = (backtickInfo ?? tildeInfo ?? '').trim();
  const isActions = info.split(/[ \t]/, 1)[0] === 'baa';
  return {
    mark: backticks ?? tildes ?? '',
    indent: indent.length,
    content: isActions ? { fenceLine: lineNumber, lines: [], removed: [] } : null,
  };
}

function closes(line: string, fence: Fence): boolean {
  const mark = CLOSING_FENCE.exec(line)?.[1] ?? '';
  return mark[0] === fence.mark[0] && mark.length >= fence.mark.length;
}

function rawHtmlOf(line: string): { readonly end: RegExp } | undefined {
  return RAW_HTML.find(({ start }) => start.test(line));
}

/** Where the content of a list item begins that this line opens; null when it opens none. */
function contentColumnOfItem(line: string): number | null {
  const match = LIST_ITEM.exec(line);
  if (match === null || THEMATIC_BREAK.test(line)) return null;
  const [, indent = '', marker = '', gap = '', text = ''] = match;
  if (gap === '' && text !== '') return null;
  const markerEnd = indent.length + marker.length;
  const gapWidth = indentWidth(gap, 'all', markerEnd);
  // Five columns or more begin indented code inside the item, one column after the marker.
  return markerEnd + (text === '' || gapWidth > 4 ? 1 : gapWidth);
}

function staysInItem(line: string, itemColumn: number, afterBlank: boolean): boolean {
  if (indentWidth(line, 'all') >= itemColumn) return true;
  const mayContinueParagraph = !(
    OPENING_FENCE.test(line) ||
    THEMATIC_BREAK.test(line) ||
    QUOTE_OR_HEADING.test(line) ||
    contentColumnOfItem(line) !== null ||
    rawHtmlOf(line) !== undefined
  );
  return !afterBlank && mayContinueParagraph;
}

/** Columns of blank space at the start of `line`, which itself starts at column `from`; a tab goes to the next multiple of 4. */
function indentWidth(line: string, kind: 'spaces' | 'all', from = 0): number {
  let column = from;
  for (const char of line) {
    if (char === ' ') column += 1;
    else if (char === '\t' && kind === 'all') column += 4 - (column % 4);
    else break;
  }
  return column - from;
}

function toBlock({ fenceLine, lines, removed }: BlockContent): ActionBlock {
  const starts: number[] = [];
  let length = 0;
  for (const line of lines) {
    starts.push(length);
    length += line.length + 1;
  }
  return {
    fenceLine,
    text: lines.join('\n'),
    locate: (offset) => {
      const index = lastAtMost(starts, offset);
      return {
        line: fenceLine + 1 + index,
        column: offset - (starts[index] ?? 0) + (removed[index] ?? 0) + 1,
      };
    },
  };
}

/** Index of the last of the rising `numbers` that is at most `limit`; 0 when there is none. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? Infinity) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

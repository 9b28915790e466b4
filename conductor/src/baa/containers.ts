import type { LineCursor } from './line-cursor.ts';

/** Container of lines: a quote, or a list item whose lines are indented by `width` columns. */
export type Container = { readonly kind: 'quote' } | ListItem;

interface ListItem {
  readonly kind: 'item';
  readonly width: number;
  /** Nothing stands in it yet. */
  empty: boolean;
}

const LIST_MARKER = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/;

/** Does the line continue with it? Takes what of the line belongs to it. */
export function continues(container: Container, line: LineCursor): boolean {
  if (container.kind === 'quote') return takeQuote(line);
  if (line.isBlank) return !container.empty;
  if (line.indent < container.width) return false;
  line.skipBlanks(container.width);
  container.empty = false;
  return true;
}

/** Takes the mark of a quote; false where none begins. */
export function takeQuote(line: LineCursor): boolean {
  if (line.indent > 3 || !line.rest.startsWith('>')) return false;
  line.skipBlanks();
  line.skip(1);
  line.skipBlanks(1);
  return true;
}

/** A list item that may begin here: in the middle of a paragraph only one that is not empty, a bullet or number 1. */
export interface ListMarker {
  readonly interruptsParagraph: boolean;
  /** Takes the marker, and the blanks that belong to it. */
  readonly take: () => ListItem;
}

/** The list marker at the cursor; null if there is none. The cursor stays where it is until `take` is called. */
export function listMarkerAt(line: LineCursor): ListMarker | null {
  const { rest, indent } = line;
  const match = LIST_MARKER.exec(rest);
  if (match === null) return null;
  const [marker, number = '1'] = match;
  const empty = /^[ \t]*$/.test(rest.slice(marker.length));
  return {
    interruptsParagraph: !empty && number === '1',
    take() {
      line.skipBlanks();
      line.skip(marker.length);
      // Five columns or more begin indented code inside the item, one column after the marker.
      const gap = empty || line.indent > 4 ? 1 : line.indent;
      line.skipBlanks(gap);
      return { kind: 'item', width: indent + marker.length + gap, empty };
    },
  };
}

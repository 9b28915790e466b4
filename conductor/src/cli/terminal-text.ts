import stringWidth from 'string-width';

import { steeringEscaped, steeringShown } from '../../../shared/lib/visible-text.ts';

/**
 * Someone else's text for a terminal: what would steer it is shown as its code. Line feeds and tabs stay in `block` text
 * and become spaces in a `line`.
 */
export function safeText(text: string, kind: 'line' | 'block'): string {
  const plain = kind === 'line' ? text.replaceAll(/[\t\r\n\u2028\u2029]+/g, ' ').trim() : text;
  return steeringShown(plain.toWellFormed()); // guard: terminal-text
}

/** JSON that a terminal shows and does not obey: the same document, with what steers one written as escapes. */
export function terminalJson(value: unknown): string {
  return steeringEscaped(JSON.stringify(value) ?? 'null');
}

/** At most so many columns, with an ellipsis where something is left out. */
export function fitted(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  if (columns < 1) return '';
  let kept = '';
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const more = stringWidth(segment);
    if (width + more > columns - 1) break;
    kept += segment;
    width += more;
  }
  return `${kept}…`;
}

/** The text with spaces after it, up to that many columns; wide characters count as two. */
export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - stringWidth(text)));
}

/** Rows under a heading, each column as wide as it needs, the last taking what the terminal leaves. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): string[] {
  const cells = [heading, ...rows].map((row) => row.map((cell) => safeText(cell, 'line')));
  const widths = heading.map((_name, index) =>
    Math.max(...cells.map((row) => stringWidth(row[index] ?? ''))),
  );
  const last = heading.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + 2, 0);
  const room = Math.max(16, columns - before);
  return cells.map((row) =>
    row
      .map((cell, index) =>
        index === last ? fitted(cell, room) : padded(cell, widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

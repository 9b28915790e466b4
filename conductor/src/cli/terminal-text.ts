import stringWidth from 'string-width';

/**
 * Someone else's text for a terminal: control characters and escape sequences become visible, directions of writing
 * cannot be turned round. Line feeds and tabs stay in `block` text and become spaces in a `line`.
 */
export function safeText(text: string, kind: 'line' | 'block'): string {
  const plain = kind === 'line' ? text.replaceAll(/[\t\r\n\u2028\u2029]+/g, ' ').trim() : text;
  let safe = '';
  for (const char of plain.toWellFormed()) {
    const code = char.codePointAt(0) ?? 0;
    if (kind === 'block' && (char === '\n' || char === '\t')) safe += char;
    else if (code < 0x20) safe += String.fromCodePoint(0x2400 + code);
    else if (code === 0x7f) safe += '\u2421';
    else if (isUnsafe(code)) safe += `\\u{${code.toString(16)}}`;
    else safe += char;
  }
  return safe;
}

/** JSON that a terminal shows and does not obey: the same document, with what steers one written as escapes. */
export function terminalJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll(
    /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** C1 controls, and marks that turn the direction of what follows. */
function isUnsafe(code: number): boolean {
  return (
    (code >= 0x80 && code <= 0x9f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    code === 0x200e ||
    code === 0x200f ||
    code === 0x061c
  );
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

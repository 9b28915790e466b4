import { headOf } from './cut-text.ts';

/** The text on one line; what is over `limit` UTF-16 units is cut and ends in an ellipsis. */
export function oneLine(text: string, limit = Infinity): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length <= limit ? line : `${headOf(line, limit - 1).trimEnd()}…`;
}

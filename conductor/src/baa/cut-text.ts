/** At most `limit` UTF-16 units from the start of `text`, never half a character. */
export function headOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit <= 0) return '';
  const endsInHalf = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return text.slice(0, endsInHalf ? limit - 1 : limit);
}

/** At most `limit` UTF-16 units from the end of `text`, never half a character. */
export function tailOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit <= 0) return '';
  const start = text.length - limit;
  const beginsInHalf = /[\uDC00-\uDFFF]/.test(text.charAt(start));
  return text.slice(beginsInHalf ? start + 1 : start);
}

/** U+E200 kind U+E202 argument… U+E201: marks the page turns into chips and citations. */
const MARK = /\uE200([^\uE200\uE201]*)\uE201/g;
const STRAY = /[\uE200-\uE206]/g;

/**
 * The answer without the site's private markers: an entity becomes its name, every other mark goes.
 * Source: recorded streams of 2026-05 (entity, cite, navlist), site notes section 4.
 */
export function cleanText(raw: string): string {
  return raw.replace(MARK, (_whole, inner: string) => entityName(inner)).replace(STRAY, '');
}

function entityName(inner: string): string {
  const [, kind, argument] = /^(\w*)\uE202?(.*)$/s.exec(inner) ?? [];
  if (kind !== 'entity' || argument === undefined) return '';
  try {
    const fields: unknown = JSON.parse(argument);
    const name: unknown = Array.isArray(fields) ? fields[1] : null;
    return typeof name === 'string' ? name : '';
  } catch {
    return ''; // A mark we cannot read is dropped like any other.
  }
}

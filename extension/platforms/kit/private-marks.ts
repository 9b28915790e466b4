import { withoutParts } from './without-parts.ts';

/** U+E200 kind U+E202 argument… U+E201: marks that pages turn into chips, citations and groups of pictures. */
const MARK = /\uE200[^\uE200\uE201]*\uE201/g;
/** One whose beginning or end is missing. */
const TORN = /(?:\uE200\w*|(?:file)?cite)?(?:\uE202[\w-]+)+|\uE200\w+/g;
/** Also those around a text that a citation is about. */
const STRAY = /[\uE200-\uE206]/g;

/**
 * The answer without private marks: an entity becomes its name, every other mark goes. They are ChatGPT's, and of
 * chats that show its answers or took its marks over.
 */
export function withoutMarks(raw: string): string {
  if (!/[\uE200\uE202]\w/.test(raw)) return raw; // Fonts have signs of their own at these places.
  const whole = withoutParts(raw, MARK, (mark) => entityName(mark.slice(1, -1)));
  return withoutParts(withoutParts(whole, TORN), STRAY);
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

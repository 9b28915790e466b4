/** Where Firefox cuts the menu's text. */
const CUT = 16_384;

/**
 * Returns the text that a person had marked when the menu opened: as it is read from the page, with its lines, if it is that
 * text; else as the menu has it. A page may have selected another one since.
 */
export function markedAsOpened(read: unknown, given: string): string {
  if (typeof read !== 'string') return given;
  const now = withoutBlanks(read);
  const then = withoutBlanks(given);
  const isSame = now === then || (given.length >= CUT && now.startsWith(then));
  return isSame ? read : given; // guard: marked-as-opened
}

/** Each browser gives blanks as it likes. */
function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

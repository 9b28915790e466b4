/** A system puts marks in a row in order one by one: how long that takes grows by the square of how many there are. */
const MANY_MARKS = /\p{M}{30}(?=\p{M})/gu;

/** Is seen as nothing, and ends such a row: https://unicode.org/reports/tr15/#Stream_Safe_Text_Format */
const JOINER = '\u034F';

/** The same for all ways to write a letter (NFKC), in time that grows by the length of the text alone. */
export function normalForm(text: string): string {
  return text.replaceAll(MANY_MARKS, `$&${JOINER}`).normalize('NFKC'); // guard: marks-in-a-row
}

import { withoutParts } from '../kit/without-parts.ts';

/** Suggestions the page makes into buttons, and places it puts pictures and documents in. */
const MARKS = [
  /<ElicitationsGroup\b[^]*?<\/ElicitationsGroup>/g,
  /<Elicitation\b[^>]*\/>/g,
  /^https?:\/\/googleusercontent\.com\/[\w-]+\/\d+[ \t]*$/gm,
];

/** The answer without the site's own marks. Other capitalised tags stay: they may be code of the answer's. */
export function cleanText(raw: string): string {
  return MARKS.reduce((text, mark) => withoutParts(text, mark), raw);
}

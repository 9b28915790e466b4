import { isObject, parseJson } from '../platforms/kit/json-value.ts';
import { stableId } from '../platforms/kit/stable-id.ts';

/** Is this the message, as far as a site may not change it: line ends, blanks before them and around it apart? */
export function isSameMessage(one: string, other: string): boolean {
  return one === other || comparable(one) === comparable(other);
}

/**
 * Is this the message after an editor got at it: other marks between its letters, markup around it or in it? Such a
 * thing must not leave. One that stands whole among other words is no part of that: a page may ask for its title so.
 */
export function isMangledMessage(sent: string, meant: string): boolean {
  if (isSameMessage(sent, meant)) return false;
  const spoken = withoutMarkup(sent);
  const letters = bareLetters(meant);
  if (letters === '') return compact(spoken) !== '' && compact(spoken) === compact(meant);
  if (bareLetters(sent) === letters || bareLetters(spoken) === letters) return true;
  return !containsMessage(sent, meant) && holdsWords(sent, meant);
}

/** Returns the text of HTML, or of a document in JSON. */
function withoutMarkup(text: string): string {
  const document = text.trimStart().startsWith('{') ? parseJson(text) : undefined;
  if (document !== undefined) return textsOf(document).join(' ');
  return text
    .replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
    .replaceAll(/&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/gi, ' ');
}

const TEXT_FIELDS = new Set(['text', 'insert', 'value', 'content']);

/** Returns the texts in the nodes of a JSON document; their other fields describe its look. */
function textsOf(node: unknown): readonly string[] {
  if (Array.isArray(node)) return (node as unknown[]).flatMap(textsOf);
  return Object.entries(isObject(node) ? node : {}).flatMap(([name, inner]) => {
    if (typeof inner === 'string') return TEXT_FIELDS.has(name) ? [inner] : [];
    return textsOf(inner);
  });
}

/** With fewer words, those of another message may be among its own. */
const FEWEST_WORDS = 3;

/** All words of a message, each whole and in its order, with something else between them. */
function holdsWords(sent: string, meant: string): boolean {
  const words = meant.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  let from = 0;
  for (const word of words) {
    const found = sent.indexOf(word, from);
    if (found < 0) return false;
    from = found + word.length;
  }
  return words.length >= FEWEST_WORDS;
}

function compact(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** Does the message stand in a longer text, such as a draft that got in front of it? */
export function containsMessage(sent: string, meant: string): boolean {
  const needle = bareLetters(meant);
  return needle !== '' && bareLetters(sent).includes(needle);
}

/** As rendered: blank space of any kind and amount is the same. */
export function looksLikeMessage(rendered: string, meant: string): boolean {
  return rendered.replace(/\s+/g, '') === meant.replace(/\s+/g, '');
}

/** Rendered, and with nothing else beside it: the same letters, whatever markdown made of the rest. */
export function isShownAlone(rendered: string, meant: string): boolean {
  const letters = bareLetters(meant);
  return letters !== '' && bareLetters(rendered) === letters;
}

/** Labels and buttons that a page mixes into what it renders; more of them, and it shows something else. */
const MAX_MIXED_IN = 0.4;

/** Does a page show this text, all of it and in its order, whatever markdown made of it? */
export function isShownAs(rendered: string, text: string): boolean {
  const [shown, meant] = [bareLetters(rendered), bareLetters(text)];
  const mixedIn = shown.length - meant.length;
  if (meant === '' || mixedIn < 0 || mixedIn > shown.length * MAX_MIXED_IN) return false;
  return holdsLetters(shown, meant);
}

/** Are all letters of the text there, in their order? Of whatever does not pass this, no part shows the text. */
export function holdsLetters(rendered: string, text: string): boolean {
  const [shown, meant] = [bareLetters(rendered), bareLetters(text)];
  let found = 0;
  for (let at = 0; at < shown.length && found < meant.length; at += 1) {
    if (shown[at] === meant[found]) found += 1;
  }
  return found === meant.length;
}

/** Is this a piece of the message from its beginning, whatever typography got at it? */
export function isBeginningOf(sent: string, meant: string): boolean {
  const letters = bareLetters(sent);
  return letters !== '' && bareLetters(meant).startsWith(letters);
}

/** The same for texts that only typography tells apart; null where there is nothing to go by. */
export function markOf(text: string): string | null {
  const letters = bareLetters(text);
  return letters === '' ? null : stableId(letters);
}

/** One kind of line end, and no blanks before it. */
export function withoutBlankEnds(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  // Not by an expression: one that seeks a line's end from each of its blanks takes minutes for a million of them.
  return lines.map((line) => line.trimEnd()).join('\n'); // guard: linear-expressions
}

function comparable(text: string): string {
  return withoutBlankEnds(text).trim();
}

/** Only letters and digits: quotes, dashes, spaces and markdown marks are what editors rewrite. */
function bareLetters(text: string): string {
  // Putting marks in order takes time by the square of how many follow one another; no letter has so many.
  const few = text.replaceAll(/(\p{M}{30})\p{M}+/gu, '$1');
  return few.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '');
}

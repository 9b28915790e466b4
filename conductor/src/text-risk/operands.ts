import type { PlainWord } from './read-plain.ts';

/** Tells of a word whether it may stand there. */
export type Kind = (word: PlainWord) => boolean;

/** Matches the text of a whole word with a pattern. A glob never matches: nobody knows what it becomes. */
export const like =
  (pattern: RegExp): Kind =>
  ({ text, glob }) =>
    glob === null && pattern.test(text);

/** Text that a program only shows or looks for. */
export const anyText: Kind = like(/^(?!-)/);

const PLAIN_PATH = /^[A-Za-z0-9_.@][A-Za-z0-9_./@+,%:* ?-]*$/;
const ABOVE = /(?:^|[/:])\.\.(?:[/:]|$)/;
/** Programs keep keys and settings of their own in hidden files. These are what people write. */
const HIDDEN =
  /(?:^|[/:])\.(?!(?:github|vscode|gitignore|gitattributes|editorconfig|nvmrc|prettierrc\S*|eslintrc\S*)(?:[/:]|$))[^/:]/i;
const KEYS = /(?:^|[/:])(?:id_\w*|[^/:]*\.(?:pem|key|p12|pfx|kdbx|keystore|jks))$/i;

/** A place below the folder, by its name: no hidden one, none with keys. */
function isBelow(text: string): boolean {
  return PLAIN_PATH.test(text) && !ABOVE.test(text) && !HIDDEN.test(text) && !KEYS.test(text);
}

export const onePath: Kind = ({ text, glob }) => glob === null && isBelow(text);

/** Names that it becomes begin with a letter, and so are no options. */
export const path: Kind = ({ text, glob }) => glob !== 0 && isBelow(text);

/** Path for a program all of whose options only read. */
export const anyPath: Kind = ({ text }) => isBelow(text.replace(/^[*?]/, 'a'));

/** A pattern that ends in an ending of its own becomes no name of a key: those are told by how they end. */
const ENDING = /\.[A-Za-z0-9]+$/;

/** The same two of a program that shows what stands in its files. */
export const file: Kind = (word) => path(word) && isNoKey(word);
export const anyFile: Kind = (word) => anyPath(word) && isNoKey(word);

function isNoKey({ text, glob }: PlainWord): boolean {
  return glob === null || ENDING.test(text); // guard: patterns-of-keys
}

/** A commit, a range of them, or a path, as git takes them. */
export const revision: Kind = ({ text, glob }) =>
  glob === null && isBelow(text.replaceAll(/[~^]\d*/g, '').replace(/(?<=\w)\.{2,3}(?=\w)/, ':'));

export const branch: Kind = like(/^[A-Za-z0-9_][\w./-]*$/);

export const count: Kind = like(/^\+?\d+[kKMG]?$/);

/** Names that projects use for scripts that build or check the project. */
export const script: Kind = like(
  /^(?:all|build|bench|check|ci|clean|compile|coverage|dev|docs|e2e|fmt|format|generate|integration|lint|start|test|tests|tsc|typecheck|type-check|types|unit|verify)(?:[:._-][\w-]+)*$/,
);

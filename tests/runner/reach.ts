import { posix } from 'node:path';

/** Files of the project by their path from its root, with the text of those that are sources (else empty). */
export type Tree = ReadonlyMap<string, string>;

/** Files on which a file depends by a convention of some tool, without a word of it in its text. */
export type Conventions = ReadonlyMap<string, readonly string[]>;

/**
 * The files that a change of others can reach: each that names one of them, or names what names one, and so on.
 *
 * To name is to have the path of a file or a folder in quotes, from the project's root or from the file's own folder: as
 * an import has it, and likewise what is started as a process, read, or listed. A `join` of quoted parts counts as one
 * path; of a path with a `${…}` in it counts the folder before that. A path put together otherwise is not seen.
 */
export function reachedBy(
  changed: readonly string[],
  tree: Tree,
  conventions: Conventions = new Map(),
): ReadonlySet<string> {
  const known = new Set([...tree.keys(), ...changed]);
  const folders = new Set([...known].flatMap(foldersOf));
  const namedBy = new Map<string, string[]>();
  for (const [file, text] of tree) {
    const candidates = [...pathsIn(text, posix.dirname(file)), ...(conventions.get(file) ?? [])];
    for (const path of new Set(candidates)) {
      if (!known.has(path) && !folders.has(path)) continue;
      namedBy.set(path, [...(namedBy.get(path) ?? []), file]);
    }
  }

  const reached = new Set<string>(changed);
  for (const file of reached) {
    for (const path of [file, ...foldersOf(file)])
      for (const by of namedBy.get(path) ?? []) reached.add(by);
  }
  return reached;
}

/** Every folder above a path, but for the root. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

const COMMENT_LINE = /^\s*(?:\/\/|\/?\*).*$/gm;
const QUOTED = /'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`/g;
const JOINED = /\bjoin\(([^()]*)\)/g;
/** A path, not a word: a bare `conductor` may be anything. And one that leads somewhere, which `..` does not. */
const isPath = (text: string): boolean => /[./]/.test(text) && /\w/.test(text);

function* pathsIn(source: string, folder: string): Generator<string> {
  const text = source.replace(COMMENT_LINE, '');
  for (const quoted of quotedIn(text)) if (isPath(quoted)) yield* bothWays(quoted, folder);
  for (const [, args = ''] of text.matchAll(JOINED)) {
    const joined = [...quotedIn(args)].join('/');
    if (/\w/.test(joined)) yield* bothWays(joined, folder);
  }
}

function* quotedIn(text: string): Generator<string> {
  for (const [, single, double, template] of text.matchAll(QUOTED)) {
    const quoted = single ?? double ?? template ?? '';
    const cut = template === undefined ? -1 : quoted.indexOf('${');
    yield cut === -1 ? quoted : quoted.slice(0, quoted.lastIndexOf('/', cut) + 1);
  }
}

function* bothWays(path: string, folder: string): Generator<string> {
  if (!path.startsWith('.')) yield tidy(path);
  yield tidy(posix.join(folder, path));
}

function tidy(path: string): string {
  return posix.normalize(path).replace(/^\.?\/|\/$/g, '');
}

import { fitsGlob } from '../../../../../shared/lib/glob.ts';

/** Where paths lead from. */
export interface Places {
  /** The folder that the worker works in; left out: not known, and every path from a root leads out of it. */
  readonly folder?: string;
  readonly home?: string;
  /** Baton's own. */
  readonly dataFolder?: string;
}

/** Folders of the system and of the person, as the rules list them. */
export interface SensitivePaths {
  /** Themselves alone, and all that is directly in them. */
  readonly exact: readonly string[];
  /** With all that is below them. */
  readonly folders: readonly string[];
  /** The same in the person's folder. */
  readonly home: readonly string[];
}

/** What paths lead to. `from`: the folder that a command runs in. */
export interface Paths {
  isSensitive(path: string, from: string | undefined): boolean;
  /** It leads out of the worker's folder, or nobody can tell. */
  isOutside(path: string, from: string | undefined): boolean;
  /** The path from a root, with `/` between its parts; undefined: where it leads from is not known. */
  rooted(path: string, from: string | undefined): string | undefined;
}

/** No system has longer ones. */
const MAX_PATH = 4_096;

const DRIVE = /^[a-z]:/i;
const REGISTRY =
  /^(?:registry::)?(?:hk(?:lm|cu|cr|u|cc)|hkey_(?:local_machine|current_user|classes_root|users|current_config))(?=[:\\/]|$)/i;
/** Written to without changing anything that stays. */
const NOWHERE =
  /^(?:\/dev\/(?:null|zero|full|stdin|stdout|stderr|tty|fd\/\d+)|nul:?|con:?|\$null|&?\d+|-)$/i;
const DISK =
  /^(?:\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper\/|dm-|md|loop|mem|kmem|port)|\\\\[.?]\\(?:physicaldrive|[a-z]:))/i;

/** What is at the path is a disk itself, without its files. */
export function isDisk(path: string): boolean {
  return DISK.test(path);
}

/** Writing there keeps nothing. */
export function isNowhere(path: string): boolean {
  return NOWHERE.test(path);
}

/** A word that may name a file: no flag, no address. */
export function isPath(text: string): boolean {
  return text !== '' && !text.startsWith('-') && !/^[a-z][a-z\d+.-]+:\/\//i.test(text);
}

/** Names of files are told apart by their case on some systems alone: to ask once too often is the lesser fault. */
const partsOf = (path: string): readonly string[] =>
  path
    .toLowerCase()
    .split(/[\\/]/)
    .filter((part) => part !== '');

export function createPaths(places: Places, listed: SensitivePaths): Paths {
  const { folder, home, dataFolder } = places;
  const rooted: Paths['rooted'] = (path, from) => rootedPath(path.slice(0, MAX_PATH), from, home);
  const homes = home === undefined ? ['~'] : ['~', rooted(home, undefined) ?? '~'];
  const own = dataFolder === undefined ? [] : [rooted(dataFolder, undefined) ?? dataFolder];
  const folders = [
    ...listed.folders,
    ...homes.flatMap((one) => listed.home.map((name) => `${one}/${name}`)),
    ...own,
  ].map(partsOf);
  const exact = [...listed.exact, ...homes].map(partsOf);
  const root = folder === undefined ? undefined : rooted(folder, undefined);
  const rootParts = root === undefined ? null : partsOf(root);
  return {
    rooted,
    isSensitive(path, from) {
      if (REGISTRY.test(path)) return true;
      const whole = rooted(path, from);
      if (whole === undefined) return false;
      const parts = partsOf(whole);
      // Whatever is directly in it.
      const above = parts.at(-1) === '*' ? parts.slice(0, -1) : parts;
      const isOne = exact.some((one) => above.length === one.length && startsWith(above, one));
      return isOne || folders.some((one) => startsWith(parts, one));
    },
    isOutside(path, from) {
      const whole = rooted(path, from);
      if (whole === undefined) return path.split(/[\\/]/).includes('..');
      return rootParts === null || !startsWith(partsOf(whole), rootParts);
    },
  };
}

function rootedPath(
  path: string,
  from: string | undefined,
  home: string | undefined,
): string | undefined {
  const plain = path.replaceAll('\\', '/');
  if (plain.startsWith('/') || DRIVE.test(plain)) return withoutDots(plain);
  if (/^~(?:\/|$)/.test(plain))
    return withoutDots(`${home?.replaceAll('\\', '/') ?? '~'}${plain.slice(1)}`);
  return from === undefined ? undefined : withoutDots(`${from.replaceAll('\\', '/')}/${plain}`);
}

function withoutDots(path: string): string {
  const isFromRoot = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    // A drive, or the person's folder, stays.
    if (part === '..') {
      if (parts.length > (isFromRoot ? 0 : 1)) parts.pop();
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return (isFromRoot ? '/' : '') + parts.join('/');
}

function startsWith(parts: readonly string[], others: readonly string[]): boolean {
  return (
    parts.length >= others.length && others.every((other, place) => fits(parts[place] ?? '', other))
  );
}

function fits(part: string, name: string): boolean {
  if (part === name) return true;
  if (!/[*?[]/.test(part)) return false;
  return fitsGlob(part.replaceAll(/\[[^[\]]*\]|[?[]/g, '*').replaceAll(/\*+/g, '*'), name);
}

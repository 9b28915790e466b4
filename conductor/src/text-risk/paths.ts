import { fitsGlob } from '../../../shared/lib/glob.ts';
import { proseHints } from './prose-hints.ts';

/** Where paths lead from. */
export interface Places {
  readonly home?: string;
  /** Baton's own. */
  readonly dataFolder?: string;
}

/** Folders of the system, of the person's keys and of Baton. */
export interface SensitivePaths {
  /** Told of a path from a root, or from `~`: another one leads nowhere that is known. */
  has(path: string): boolean;
}

/** No system has longer ones. */
const MAX_PATH = 4_096;

const DRIVE = /^[a-z]:/i;
const REGISTRY =
  /^(?:registry::)?(?:hk(?:lm|cu|cr|u|cc)|hkey_(?:local_machine|current_user|classes_root|users|current_config))(?=[:\\/]|$)/i;

/** Names of files are told apart by their case on some systems alone: to ask once too often is the lesser fault. */
const partsOf = (path: string): readonly string[] =>
  path
    .toLowerCase()
    .split(/[\\/]/)
    .filter((part) => part !== '');

export function sensitivePaths({ home, dataFolder }: Places): SensitivePaths {
  const listed = proseHints().sensitive;
  const rooted = (path: string): string | undefined => rootedPath(path.slice(0, MAX_PATH), home);
  const homes = home === undefined ? ['~'] : ['~', rooted(home) ?? '~'];
  const own = dataFolder === undefined ? [] : [rooted(dataFolder) ?? dataFolder];
  const folders = [
    ...listed.folders,
    ...homes.flatMap((one) => listed.home.map((name) => `${one}/${name}`)),
    ...own,
  ].map(partsOf);
  const exact = [...listed.exact, ...homes].map(partsOf);
  return {
    has(path) {
      if (REGISTRY.test(path)) return true;
      const whole = rooted(path);
      if (whole === undefined) return false;
      const parts = partsOf(whole);
      // Whatever is directly in it.
      const above = parts.at(-1) === '*' ? parts.slice(0, -1) : parts;
      const isOne = exact.some((one) => above.length === one.length && startsWith(above, one));
      return isOne || folders.some((one) => startsWith(parts, one));
    },
  };
}

function rootedPath(path: string, home: string | undefined): string | undefined {
  const plain = path.replaceAll('\\', '/');
  if (plain.startsWith('/') || DRIVE.test(plain)) return withoutDots(plain);
  if (!/^~(?:\/|$)/.test(plain)) return undefined;
  return withoutDots(`${home?.replaceAll('\\', '/') ?? '~'}${plain.slice(1)}`);
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

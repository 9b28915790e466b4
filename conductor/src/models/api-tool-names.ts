import { createHash } from 'node:crypto';

/** Longest name of a tool that providers take. */
const MAX_LENGTH = 64;

/**
 * Names of tools that every provider takes, by Baton's own: `mcp.files::read` is `mcp_files__read`. Where one is too long,
 * or two would be the same, a hash tells them apart. The same tools always get the same names.
 */
export function apiToolNames(names: readonly string[]): ReadonlyMap<string, string> {
  const plain = names.map((name) => name.replace('::', '__').replaceAll(/[^A-Za-z0-9_-]/g, '_'));
  return new Map(
    names.map((name, at) => {
      const own = plain[at] ?? name;
      const isUnique = plain.filter((one) => one === own).length === 1;
      return [name, isUnique && own.length <= MAX_LENGTH ? own : withHash(own, name)];
    }),
  );
}

function withHash(plain: string, name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 6);
  return `${plain.slice(0, MAX_LENGTH - hash.length - 1)}_${hash}`;
}

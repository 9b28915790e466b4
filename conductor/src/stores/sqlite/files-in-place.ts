import { statSync } from 'node:fs';

/**
 * Tells whether the files of an open database are still those at its path. SQLite goes on with files that were removed or
 * moved away: what is written to them then is in no database that is opened next.
 *
 * @param lock The file by which others are kept from writing, where there is one: without it they are not.
 */
export function watchFilesInPlace(file: string, lock?: string): () => boolean {
  // The log comes with the first change.
  const names = [file, `${file}-wal`, ...(lock === undefined ? [] : [lock])];
  const first = new Map(names.map((name) => [name, identityOf(name)]));
  return () =>
    [...first].every(([name, known]) => {
      const now = identityOf(name);
      if (known === null) first.set(name, now);
      return known === null || known === now;
    });
}

/** Device and number of a file; null: nothing is there. */
function identityOf(name: string): string | null {
  const stat = statSync(name, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev} ${stat.ino}`;
}

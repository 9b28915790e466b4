import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../launcher/root.ts';

const LONG_TESTS = 'tests/long';

/** Returns the areas of the long tests: each is a folder of them. */
export function areas(): readonly string[] {
  return readdirSync(join(ROOT, LONG_TESTS), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

/** The area that a long test belongs to; null for what is none. */
export function areaOf(file: string): string | null {
  const [, area] = /^tests\/long\/([^/]+)\//.exec(file) ?? [];
  return area ?? null;
}

/** Returns the folder that vitest gets for the tests of an area. */
export function folderOf(area: string): string {
  return `${LONG_TESTS}/${area}/`;
}

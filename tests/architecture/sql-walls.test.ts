import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const FEATURES = resolve(ROOT, 'conductor/src/features');

const { features } = JSON.parse(readFileSync(resolve(ROOT, 'rooms.json'), 'utf8')) as {
  readonly features: readonly string[];
};

interface Source {
  readonly path: string;
  readonly text: string;
}

const sources: readonly Source[] = globSync('**/*.ts', { cwd: FEATURES }).map((path) => ({
  path,
  text: readFileSync(resolve(FEATURES, path), 'utf8'),
}));

const placeOf = (path: string): number =>
  features.findIndex((feature) => path.startsWith(`${feature}/`));

/** Tables of features, by the file that declares them. */
const owners = new Map(
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(/sqliteTable\(\s*'(\w+)'/g)].map((found) => [found[1] ?? '', path] as const),
  ),
);

/** The tables of later features that SQL in a text names, which no import shows. */
function reachUp({ path, text }: Source): string[] {
  return [...text.matchAll(/\b(?:from|join|update|into)\s+"?([a-z_]+)/g)].flatMap((found) => {
    const owner = owners.get(found[1] ?? '');
    const isLater = owner !== undefined && placeOf(owner) > placeOf(path);
    return isLater ? [`${path}: ${found[0]} (${owner})`] : [];
  });
}

it('no SQL of a feature names a table of a later one', () => {
  expect(owners.size).toBeGreaterThan(40);
  expect(sources.flatMap(reachUp)).toEqual([]);
});

it.each(['select 1 from instructions', 'update "delivery_jobs" set', 'join runs r on'])(
  'what would be one is seen: %s',
  (text) => {
    expect(reachUp({ path: 'heart/conversations/lists.sqlite.ts', text })).toHaveLength(1);
    expect(reachUp({ path: 'desk/data/lists.sqlite.ts', text })).toHaveLength(0);
  },
);

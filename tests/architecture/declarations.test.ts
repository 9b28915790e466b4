import { globSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { SQLITE_PARTS } from '../../conductor/src/features.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The handles that the modules of that name declare: their export's name ▸ their id. */
async function declaredIn(name: string): Promise<(readonly [string, string])[]> {
  const paths = globSync(`conductor/src/features/**/${name}.ts`, { cwd: ROOT });
  const modules = await Promise.all(
    paths.map(async (path) => (await import(resolve(ROOT, path))) as Record<string, unknown>),
  );
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([exported, value]) => {
      const { id } = value as { readonly id?: unknown };
      return typeof id === 'string' ? [[exported, id] as const] : [];
    }),
  );
}

describe('what features declare', () => {
  it('has the name that it is exported under', async () => {
    const all = (await Promise.all(['queries', 'asks'].map(declaredIn))).flat();
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter(([exported, id]) => exported !== id)).toEqual([]);
  });

  it('is answered by some feature, if it is a query', async () => {
    const all = (await Promise.all(['queries', 'asks'].map(declaredIn))).flat();
    const declared = new Set(all.map(([, id]) => id));
    expect(new Set(Object.keys(SQLITE_PARTS.queries))).toEqual(declared);
  });
});

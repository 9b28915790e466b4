import { globSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { SQLITE_PARTS } from '../../conductor/src/features.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The handles that the features' modules of that name declare: the name of the export ▸ the id. */
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

const inCapitals = (id: string): string => id.replace(/[A-Z]/g, (one) => `_${one}`).toUpperCase();

describe('what features declare', () => {
  it.each([
    ['queries', 200],
    ['asks', 9],
    ['changes', 9],
    ['effects', 20],
  ])('in %s.ts has the name that it is exported under', async (name, least) => {
    const all = await declaredIn(name);
    expect(all.length).toBeGreaterThanOrEqual(least);
    expect(all.filter(([exported, id]) => exported !== id)).toEqual([]);
  });

  it('in rows.ts has the name that it is exported under, in capitals', async () => {
    const all = await declaredIn('rows');
    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(all.filter(([exported, id]) => exported !== inCapitals(id))).toEqual([]);
  });

  it('is answered, made or kept by some feature', async () => {
    const idsIn = async (...names: string[]) =>
      new Set((await Promise.all(names.map(declaredIn))).flat().map(([, id]) => id));
    const namesOf = (parts: object) => new Set(Object.keys(parts));
    expect(namesOf(SQLITE_PARTS.queries)).toEqual(await idsIn('queries', 'asks'));
    expect(namesOf(SQLITE_PARTS.changes)).toEqual(await idsIn('changes'));
    expect(namesOf(SQLITE_PARTS.tables)).toEqual(await idsIn('rows'));
  });
});

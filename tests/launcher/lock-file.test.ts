import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { ROOT } from '../../launcher/root.ts';

const Entry = z.object({
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
  /** Comes inside another package, and is part of what that one's hash is of. */
  inBundle: z.boolean().optional(),
});
const Lock = z.object({ packages: z.record(z.string(), Entry) });

const { packages } = Lock.parse(
  JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as unknown,
);
const fetched = Object.entries(packages).filter(
  ([path, { link, inBundle }]) => path !== '' && link !== true && inBundle !== true,
);

test('every package of the lock file has its hash, those for other platforms too', () => {
  expect(fetched.length).toBeGreaterThan(500);
  // npm leaves the hash out of an optional package that its registry does not have: take a version that it has.
  const bare = fetched.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
  expect(bare.map(([path]) => path)).toEqual([]);
});

test('no package of the lock file is bound to one registry', () => {
  const bound = fetched.filter(([, { resolved }]) => resolved !== undefined);
  expect(bound.map(([path]) => path)).toEqual([]);
});

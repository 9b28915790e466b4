import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../launcher/root.ts';
import merged from './merged-migrations.json' with { type: 'json' };

const FOLDER = join(ROOT, 'conductor', 'migrations');

test('a migration is never edited once it is merged: databases out there have run it', () => {
  const hashes = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(FOLDER, name)))
        .digest('hex');
      return [name, hash] as const;
    });
  // A new migration is added to merged-migrations.json by the change that brings it.
  expect(Object.fromEntries(hashes)).toEqual(merged);
});

test('migrations are numbered without a gap and named by a verb and a noun', () => {
  Object.keys(merged).forEach((name, index) => {
    expect(name).toMatch(new RegExp(`^${String(index).padStart(4, '0')}_[a-z]+(_[a-z]+)+\\.sql$`));
  });
});

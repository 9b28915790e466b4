import {
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  changedFiles,
  MAX_NAMED,
} from '../../../../../conductor/src/features/teams/runs/changed-files.ts';
import { tempDir } from '../../../../kit/running-conductor.ts';

const NONE = { count: 0, paths: [], isPart: false };

const changedAt = (path: string): number => statSync(path).ctimeMs;

test('FR-103: files that were made or written since a moment are seen, and others are not', async () => {
  const root = tempDir();
  const folder = join(root, 'work');
  for (const name of ['', 'src', 'node_modules', '.git'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['old.md', 'src/old.ts', 'renamed.md'])
    writeFileSync(join(folder, name), 'old');
  const since =
    Math.max(
      ...['old.md', 'src/old.ts', 'renamed.md'].map((name) => changedAt(join(folder, name))),
    ) + 1;
  // The clock of the file system goes on.
  await expect
    .poll(() => {
      writeFileSync(join(root, 'clock'), '');
      return changedAt(join(root, 'clock'));
    })
    .toBeGreaterThan(since);
  expect(await changedFiles(folder, since)).toEqual(NONE);
  for (const name of ['src/new.ts', 'node_modules/dep.js', '.git/index', 'back.md', '../beside.md'])
    writeFileSync(join(folder, name), 'new');
  utimesSync(join(folder, 'back.md'), 1, 1);
  renameSync(join(folder, 'renamed.md'), join(folder, 'b\nc.md'));
  symlinkSync(root, join(folder, 'up'));
  rmSync(join(folder, 'old.md'));
  const paths = ['b\nc.md', 'back.md', 'src/new.ts', 'up'];
  expect(await changedFiles(folder, since)).toEqual({ count: 4, paths, isPart: false });
});

test('no more is named than a person would read, and a folder that is gone or became a link has none', async () => {
  const root = tempDir();
  const folder = join(root, 'work');
  mkdirSync(folder);
  for (let at = 0; at < MAX_NAMED + 3; at += 1) writeFileSync(join(folder, `${at}`), '');
  const { count, paths } = await changedFiles(folder, 0);
  expect([count, paths.length]).toEqual([MAX_NAMED + 3, MAX_NAMED]);
  expect(await changedFiles(join(root, 'gone'), 0)).toEqual(NONE);
  symlinkSync(folder, join(root, 'link'));
  expect(await changedFiles(join(root, 'link'), 0)).toEqual(NONE);
});

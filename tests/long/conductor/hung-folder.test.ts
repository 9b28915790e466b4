import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { changedFiles } from '../../../conductor/src/features/teams/runs/changed-files.ts';
import { tempDir } from '../../kit/running-conductor.ts';

/** Mounts there what never answers, as a server that is gone; it goes with its shell. */
const MOUNT = `exec 3<>/dev/fuse
mount -i -t fuse -o fd=3,rootmode=40000,user_id=0,group_id=0 none "$0" && echo mounted
read -r _
umount -l "$0"`;

test.skipIf(!mayMount())(
  'a folder with a mount that does not answer holds up no other file of the conductor',
  async () => {
    const folder = tempDir();
    const hung = join(folder, 'hung');
    mkdirSync(hung);
    writeFileSync(join(folder, 'made.md'), '');
    const shell = spawn('sh', ['-c', MOUNT, hung], { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(async () => {
      const ended = once(shell, 'exit');
      shell.stdin.end();
      await ended;
    });
    await once(shell.stdout, 'data');
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => changedFiles(folder, 0)),
    );
    expect(first).toEqual({ count: 1, paths: ['made.md'], isPart: true });
    for (const other of others) expect(other).toEqual({ count: 0, paths: [], isPart: true });
    expect(await readFile(join(folder, 'made.md'), 'utf8')).toBe('');
  },
);

function mayMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    accessSync('/dev/fuse', constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

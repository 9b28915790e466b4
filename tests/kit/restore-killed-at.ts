import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Restores a backup (`restore <backup> <data folder> <time>`), or ends a restore that was cut short (`settle <data
 * folder>`), and kills itself with SIGKILL right before its n-th operation on files (KILL_AT=n; 0: never), of those that
 * KILL_ON names, or of all. Says how many operations there were, and how it ended.
 */
const killAt = Number(process.env['KILL_AT'] ?? 0);
const killOn = process.env['KILL_ON'] ?? '';
let operations = 0;

const SYNC = ['openSync', 'writeSync', 'fsyncSync', 'renameSync', 'rmSync', 'mkdirSync'] as const;
const ASYNC = ['mkdir', 'cp', 'open', 'rm', 'rename', 'writeFile'] as const;

function counted<Name extends string>(
  module: Record<Name, (...args: never[]) => unknown>,
  name: Name,
): void {
  const operation = module[name];
  module[name] = (...args) => {
    if (killOn === '' || killOn === name) {
      operations += 1;
      if (operations === killAt) process.kill(process.pid, 'SIGKILL');
    }
    return operation(...args);
  };
}

const [what, ...args] = process.argv.slice(2);
const [first = '', second = '', time] = args;
const work = what === 'restore' ? await restoring() : await settling();
// What the modules imported from Node is what it is from here on: loading them is not counted.
for (const name of SYNC) counted(fs, name);
for (const name of ASYNC) counted(fs.promises, name);
syncBuiltinESMExports();
const outcome = await work();
process.stdout.write(JSON.stringify({ operations, outcome }));

async function restoring(): Promise<() => Promise<string>> {
  const { restoreBackup } = await import('../../conductor/src/restore-backup.ts');
  return async () => (await restoreBackup(first, second, Number(time), true)).keptAside ?? 'none';
}

async function settling(): Promise<() => Promise<string>> {
  const { settleRestore } = await import('../../conductor/src/stores/sqlite/restore-journal.ts');
  return () => Promise.resolve(settleRestore(first).outcome);
}

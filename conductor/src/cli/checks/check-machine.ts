import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs';

import Database from 'better-sqlite3';

import { dataDirOf, type WhereAsked } from '../../client/find-conductor.ts';
import { dataDirFiles } from '../../data-dir.ts';
import { SEAL_KEYS } from '../../seal-keys.ts';
import { type Check, check, HOW_TO_START } from './check.ts';

const OLDEST_NODE = 22;
const LITTLE_SPACE_BYTES = 500 * 2 ** 20;

/** Checks what can be checked with nothing running. */
export function checkMachine(asked: WhereAsked): Check[] {
  const dataDir = dataDirOf(asked);
  const major = Number(process.versions.node.split('.', 1)[0]);
  const node = major >= OLDEST_NODE;
  const checks = [
    check('Node', node ? 'ok' : 'fail', process.versions.node, `Use Node ${OLDEST_NODE} or newer.`),
  ];
  if (!existsSync(dataDir)) {
    return [...checks, check('data folder', 'fail', `${dataDir} is not there`, HOW_TO_START)];
  }
  const open = statSync(dataDir).mode & 0o077;
  checks.push(
    open === 0
      ? check('data folder', 'ok', dataDir)
      : check('data folder', 'warn', `${dataDir} can be read by others`, `chmod 700 ${dataDir}`),
  );
  const { bavail, bsize } = statfsSync(dataDir);
  const space = bavail * bsize;
  const enough = space >= LITTLE_SPACE_BYTES;
  checks.push(
    check('disk', enough ? 'ok' : 'warn', `${Math.round(space / 2 ** 20)} MiB free`, 'Make room.'),
  );
  const { databaseFile, sealKeyFile } = dataDirFiles(dataDir);
  return [...checks, checkSealKey(sealKeyFile), checkDatabase(databaseFile)];
}

const PROTECTS = 'it protects copies and backups, not from a program of yours';

function checkSealKey(file: string): Check {
  if (!existsSync(file)) return check('seal key', 'ok', 'none yet: the first run makes one');
  if ((statSync(file).mode & 0o077) !== 0)
    return check('seal key', 'warn', `${file} can be read by others`, `chmod 600 ${file}`);
  return SEAL_KEYS.test(readFileSync(file, 'utf8'))
    ? check('seal key', 'ok', `in the file seal-key: ${PROTECTS}`)
    : check(
        'seal key',
        'fail',
        `${file} is damaged, and no run can begin`,
        'Put back the file as it was. Without it what is sealed stays so: move it away, and runs begin with a new key.',
      );
}

function checkDatabase(file: string): Check {
  if (!existsSync(file))
    return check(
      'database',
      'fail',
      `${file} is not there`,
      'The first start of a new folder makes it; else restore a backup: baton restore <folder>',
    );
  try {
    const db = new Database(file, { readonly: true });
    try {
      const said = String(db.pragma('quick_check(1)', { simple: true }));
      return said === 'ok'
        ? check('database', 'ok', 'sound')
        : check('database', 'fail', said, 'Restore a backup: baton restore <folder>');
    } finally {
      db.close();
    }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return check('database', 'fail', why, 'Restore a backup: baton restore <folder>');
  }
}

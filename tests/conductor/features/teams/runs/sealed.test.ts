import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { dataDirFiles, openDataDir } from '../../../../../conductor/src/data-dir.ts';
import { sealKeysIn } from '../../../../../conductor/src/seal-keys.ts';
import {
  createSealer,
  type SealedPlace,
  type Sealer,
} from '../../../../../conductor/src/features/teams/runs/sealed.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import { tempDir } from '../../../../kit/running-conductor.ts';
import { CASES } from '../../../../security/fuzz/cases.ts';

const GOAL: SealedPlace = { table: 'runs', rowId: 'run_1', column: 'goal' };
const TEXT = { goal: 'Move the canary 金丝雀 to the new cage' };

const newFile = (): string => join(tempDir(), 'seal-key');
const newSealer = (): Sealer => createSealer(sealKeysIn(newFile()));

function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(String(result.error));
  return result.value;
}

test('any JSON value comes back as it was sealed', () => {
  const sealer = newSealer();
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const sealed = valueOf(sealer.seal(GOAL, value as never));
      expect(sealer.open(GOAL, sealed)).toEqual(ok(JSON.parse(JSON.stringify(value))));
    }),
    { numRuns: CASES },
  );
});

test('a sealed value tells nothing of its text, and is never the same twice', () => {
  const sealer = newSealer();
  const [one, other] = [valueOf(sealer.seal(GOAL, TEXT)), valueOf(sealer.seal(GOAL, TEXT))];
  expect(one).not.toContain('canary');
  expect(one).toMatch(/^v1\.[\da-f]{16}\.[\w-]+$/);
  expect(one).not.toBe(other);
});

test('a value opens in no other row, column or table', () => {
  const sealer = newSealer();
  const sealed = valueOf(sealer.seal(GOAL, TEXT));
  for (const place of [
    { ...GOAL, rowId: 'run_2' },
    { ...GOAL, column: 'report' },
    { ...GOAL, table: 'run_tasks' },
    { table: 'run', rowId: 'srun_1', column: 'goal' },
  ])
    expect(sealer.open(place, sealed)).toEqual(err('seal_broken'));
});

test('a value that was changed anywhere does not open', () => {
  const sealer = newSealer();
  const sealed = valueOf(sealer.seal(GOAL, TEXT));
  for (let at = 0; at < sealed.length; at += 1) {
    const other = sealed.charAt(at) === 'A' ? 'B' : 'A';
    const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
    expect(sealer.open(GOAL, changed).ok, `${at}`).toBe(false);
    expect(sealer.open(GOAL, sealed.slice(0, at)).ok, `${at}`).toBe(false);
  }
  expect(sealer.open(GOAL, `${sealed}A`)).toEqual(err('seal_broken'));
});

test('without its key a value is locked, and what is sealed from then on has a new one', () => {
  const file = newFile();
  const sealed = valueOf(createSealer(sealKeysIn(file)).seal(GOAL, TEXT));
  rmSync(file);
  const later = createSealer(sealKeysIn(file));
  expect(later.open(GOAL, sealed)).toEqual(err('seal_locked'));
  expect(existsSync(file)).toBe(false);
  const again = valueOf(later.seal(GOAL, TEXT));
  expect(later.open(GOAL, again)).toEqual(ok(TEXT));
  expect(later.open(GOAL, sealed)).toEqual(err('seal_locked'));
});

test('a damaged key file locks, and is not written over', () => {
  const file = newFile();
  for (const content of ['', 'nothing\n', `${'A'.repeat(42)}\n`]) {
    writeFileSync(file, content);
    const sealer = createSealer(sealKeysIn(file));
    expect(sealer.seal(GOAL, TEXT)).toEqual(err('seal_locked'));
    expect(readFileSync(file, 'utf8')).toBe(content);
  }
});

test('a value opens after a restart, and with an older key of the file', () => {
  const file = newFile();
  const sealed = valueOf(createSealer(sealKeysIn(file)).seal(GOAL, TEXT));
  const older = readFileSync(file, 'utf8');
  expect(createSealer(sealKeysIn(file)).open(GOAL, sealed)).toEqual(ok(TEXT));

  const newest = newFile();
  valueOf(createSealer(sealKeysIn(newest)).seal(GOAL, TEXT));
  writeFileSync(file, readFileSync(newest, 'utf8') + older);
  const both = createSealer(sealKeysIn(file));
  expect(both.open(GOAL, sealed)).toEqual(ok(TEXT));
  expect(valueOf(both.seal(GOAL, TEXT)).slice(0, 19)).not.toBe(sealed.slice(0, 19));
});

test.skipIf(process.platform === 'win32')('the key is its owner’s alone, whatever it was', () => {
  const dir = join(tempDir(), 'data');
  const { sealKeyFile: file } = dataDirFiles(dir);
  openDataDir(dir).release();
  valueOf(createSealer(sealKeysIn(file)).seal(GOAL, TEXT));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  const opened = openDataDir(dir);
  onTestFinished(() => opened.release());
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

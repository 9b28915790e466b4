import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDataDir } from '../../../../conductor/src/data-dir.ts';
import { settleRestore } from '../../../../conductor/src/stores/sqlite/restore-journal.ts';
import {
  openRestoreWorld,
  type RestoreWorld,
  sideOf,
  tracesOf,
} from '../../../kit/restore-world.ts';
import { runConductor, tempDir } from '../../../kit/running-conductor.ts';

let world: RestoreWorld;
/** Renames that it is killed at: the others are among the operations on files of the long test. */
const SAMPLE = 2;

beforeAll(async () => {
  world = await openRestoreWorld();
}, 60_000);

afterAll(() => world.close());

// tests/long/conductor/restore-killed.test.ts kills it at every operation on files.
describe('a restore that is killed at one of its renames', () => {
  it('leaves, at the next start, what was there or what was restored, whole', async () => {
    await world.killOverOld(tempDir, 'renameSync', SAMPLE);
  }, 120_000);

  it('leaves a new machine restored, or refuses to start there with nothing', async () => {
    await world.killOnNewMachine(tempDir, 'renameSync', SAMPLE);
  }, 120_000);
});

describe('a restore that was cut short', () => {
  /** The second rename notes that all is copied; the third makes the first move. */
  async function cutShort(): Promise<string> {
    const dir = world.before(tempDir(), 'old');
    expect(await world.restore(dir, 4, 'renameSync')).toBeNull();
    expect(existsSync(join(dir, 'baton.db'))).toBe(false);
    return dir;
  }

  function removeFolder(dir: string, prefix: string): void {
    const name = readdirSync(dir).find((one) => one.startsWith(prefix)) ?? 'none';
    rmSync(join(dir, name), { recursive: true });
  }

  it('is told in the log of the conductor that finishes it', async () => {
    const dir = await cutShort();
    const conductor = await runConductor({}, dir);
    expect(conductor.log).toContainEqual(
      expect.objectContaining({ msg: expect.stringMatching(/cut short is finished\. What was/) }),
    );
  });

  it('is undone where a part of the copy is gone', async () => {
    const dir = await cutShort();
    removeFolder(dir, '.restore-');
    const { outcome, text: said } = settleRestore(dir);
    expect(outcome).toBe('undone');
    expect(said).toContain('could not be finished without');
    expect((await sideOf(dir)).conversation).toBe('old');
    expect(tracesOf(dir)).toEqual([]);
  });

  it('is refused where neither the copy nor what was there before is whole', async () => {
    const dir = await cutShort();
    removeFolder(dir, '.restore-');
    removeFolder(dir, 'before-restore-');
    const found = readdirSync(dir).toSorted();
    expect(() => openDataDir(dir)).toThrow(/neither finished nor undone: .*baton\.db/);
    expect(readdirSync(dir).toSorted()).toEqual(found);
  });

  it('is refused where its note cannot be read', () => {
    const dir = world.before(tempDir(), 'old');
    writeFileSync(join(dir, 'restore.json'), '{"format":"another"}');
    expect(() => openDataDir(dir)).toThrow(/restore\.json tells of a restore .* remove the file/);
  });
});

import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createArtifactFiles } from '../../conductor/src/services/artifact-files.ts';
import { restoreBackup } from '../../conductor/src/store/backup.ts';
import { runConductor, tempDir } from '../support/running-conductor.ts';

const OUTSIDE = ['../outside', '..', `../${'a'.repeat(61)}`, '/etc/passwd', '', 'a'.repeat(63)];

describe('a content', () => {
  it.each(OUTSIDE)('named %j is neither read nor removed', async (name) => {
    const dir = tempDir();
    const inside = join(dir, 'artifacts');
    mkdirSync(inside);
    const outside = join(dir, 'outside');
    writeFileSync(outside, 'secret');
    const files = createArtifactFiles(inside, () => 'id');
    expect(await files.read(name)).toBeNull();
    expect(files.remove([name])).toBe(0);
    expect(existsSync(outside)).toBe(true);
  });
});

describe('a backup', () => {
  it.each(['relative', '../up', './here', ''])('is not written to %j', async (file) => {
    const conductor = await runConductor();
    const answer = await conductor.admin('POST', '/v1/backups', { file });
    expect(answer.status).toBe(400);
    expect(existsSync(join(conductor.dataDir, '..', 'up'))).toBe(false);
  });

  it.each(['install-secret', 'baton.db', 'artifacts'])(
    'whose %s leads elsewhere restores nothing',
    async (part) => {
      const dataDir = tempDir();
      const conductor = await runConductor({}, dataDir);
      const kept = join(tempDir(), 'kept');
      expect((await conductor.admin('POST', '/v1/backups', { file: kept })).status).toBe(201);
      await conductor.stop();
      const elsewhere = join(tempDir(), 'elsewhere');
      if (existsSync(join(kept, part))) renameSync(join(kept, part), elsewhere);
      else mkdirSync(elsewhere);
      symlinkSync(elsewhere, join(kept, part));
      const before = readdirSync(dataDir).toSorted();
      await expect(restoreBackup(kept, dataDir, Date.now())).rejects.toThrow('is no plain file');
      expect(readdirSync(dataDir).toSorted()).toEqual(before);
    },
  );
});

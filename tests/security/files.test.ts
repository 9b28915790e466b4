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

import { createArtifactFiles } from '../../conductor/src/features/artifacts/artifact-files.ts';
import { restoreBackup } from '../../conductor/src/restore-backup.ts';
import { putArtifact } from '../kit/put-artifact.ts';
import { runConductor, tempDir } from '../kit/running-conductor.ts';

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

describe('what a tool made', () => {
  it.each([
    // The name as RFC 6266 and 8187 have it: quoted, or percent-encoded beside one for clients that read only that.
    ['a page', 'text/html', 'page.html', 'filename=page.html'],
    ['a picture that is a page', 'image/svg+xml', 'dot.svg', 'filename=dot.svg'],
    ['a script', 'text/javascript', 'a.js', 'filename=a.js'],
    [
      'whatever its name says',
      'application/xhtml+xml',
      'x"; filename=a.html; y=".xhtml',
      String.raw`filename="x\"; filename=a.html; y=\".xhtml"`,
    ],
    [
      'whatever signs its name has',
      'text/html',
      "it's (1)*%41.html",
      `filename="it's (1)*%41.html"; filename*=UTF-8''it%27s%20%281%29%2A%2541.html`,
    ],
    [
      'whatever its name is written in',
      'text/html',
      '网页.html',
      `filename="??.html"; filename*=UTF-8''%E7%BD%91%E9%A1%B5.html`,
    ],
  ])(
    'as %s is given out to be kept, never to be shown or run',
    async (_what, type, name, named) => {
      const conductor = await runConductor();
      const page = '<!doctype html><script>document.title = origin</script>';
      await putArtifact(conductor, 'art', page, { name, mediaType: type });
      for (const headers of [{}, { range: 'bytes=0-9' }, { range: 'bytes=900-' }]) {
        const answer = await fetch(`${conductor.url}/v1/artifacts/art/content`, {
          headers: { authorization: `Bearer ${conductor.adminSecret}`, ...headers },
        });
        expect([200, 206, 416]).toContain(answer.status);
        expect(answer.headers.get('content-disposition')).toBe(`attachment; ${named}`);
        expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
        expect(answer.headers.get('content-type')).toContain(type);
        await answer.text();
      }
    },
  );
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

import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { describe, expect, it } from 'vitest';

import { createArtifactFiles } from '../../conductor/src/features/heart/artifacts/artifact-files.ts';
import { restoreBackup } from '../../conductor/src/restore-backup.ts';
import { changeRow } from '../kit/change-row.ts';
import { putArtifact } from '../kit/put-artifact.ts';
import { runConductor, type RunningConductor, tempDir } from '../kit/running-conductor.ts';

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

/** All that comes back on one connection on which two requests are sent at once. */
async function answered(conductor: RunningConductor, path: string): Promise<string> {
  const { host, hostname, port } = new URL(conductor.url);
  const socket = connect(Number(port), hostname);
  const head = `Host: ${host}\r\nAuthorization: Bearer ${conductor.adminSecret}\r\n`;
  socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`);
  socket.write(`GET /healthz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
  return text(socket);
}

describe('a content of another length than its artifact says', () => {
  it.each([
    ['longer', 5, 'content'],
    ['longer', 5, 'link'],
    ['shorter', 500, 'content'],
    ['shorter', 500, 'link'],
  ])('is %s, and nothing of it stands where the next answer does', async (_, said, by) => {
    const conductor = await runConductor();
    const next = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\nEVIL';
    await putArtifact(conductor, 'art', `begin${said === 5 ? next : ''}`);
    // As an import may say it, and a bucket that gives more or less than was asked for.
    changeRow(conductor, `update artifacts set size_bytes = ${said}`);
    const linked = await conductor.admin('POST', '/v1/artifacts/art/link', {});
    const { pathname, search } = new URL(((await linked.json()) as { url: string }).url);
    const path = by === 'content' ? '/v1/artifacts/art/content' : `${pathname}${search}`;
    const told = await answered(conductor, path);
    expect(told).toMatch(said === 5 ? /^HTTP\/1\.1 500 / : /^HTTP\/1\.1 200 .*begin$/s);
    expect(told).not.toContain('EVIL');
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

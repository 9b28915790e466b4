import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { describe, expect, it, onTestFinished } from 'vitest';

import { insert } from '../../../../../conductor/src/engine/plan.ts';
import { readBucketConfig } from '../../../../../conductor/src/features/heart/artifacts/bucket-config.ts';
import type { Bucket } from '../../../../../conductor/src/features/heart/artifacts/bucket.ts';
import {
  type Artifact,
  ARTIFACTS,
} from '../../../../../conductor/src/features/heart/artifacts/rows.ts';
import { createS3Bucket } from '../../../../../conductor/src/features/heart/artifacts/s3-bucket.ts';
import { CONVERSATION, KEY, type LedgerWorld, openLedger } from '../../../../kit/ledger-world.ts';
import { tempDir } from '../../../../kit/running-conductor.ts';
import { S3_KEY, S3_REGION, type S3StandIn, startS3 } from '../../../../kit/s3-stand-in.ts';
import { CONVERSATIONS } from '../../../../../conductor/src/features/heart/conversations/rows.ts';

const MIB = 2 ** 20;

interface World extends LedgerWorld {
  readonly dir: string;
  readonly bucket: Bucket;
  readonly env: Record<string, string>;
  /** Kept, and named by a row. */
  readonly keepFor: (content: string) => Promise<Artifact>;
  /** Works until there is nothing left to be done, or something fails. */
  readonly round: () => Promise<void>;
  /** Waits so long. */
  readonly pass: (ms: number) => void;
  /** Hashes of what is on this disk. */
  readonly here: () => string[];
}

async function world(
  s3: S3StandIn,
  { dir = tempDir(), quota = 10 * MIB, timeoutMs = 5_000 } = {},
): Promise<World> {
  let now = Date.now();
  const env: Record<string, string> = { KEY: S3_KEY.secretAccessKey };
  const bucket = createS3Bucket(
    {
      endpoint: s3.endpoint,
      bucket: 'contents',
      region: S3_REGION,
      prefix: 'baton',
      access_key_id: S3_KEY.accessKeyId,
      secret_key_env: 'KEY',
      timeout_ms: timeoutMs,
    },
    { installSecret: Buffer.from('install'), env, signal: new AbortController().signal },
  );
  const settings = { artifacts: { max_bytes: 1_024, quota_bytes: quota } };
  const ledger = openLedger(dir, [], { settings, bucket, now: () => now });
  onTestFinished(() => ledger.close());
  if (ledger.rows('select 1 from conversations').length === 0)
    await ledger.write({ changes: [insert(CONVERSATIONS, CONVERSATION)] });
  const folder = join(dir, 'artifacts');
  return {
    ...ledger,
    dir,
    bucket,
    env,
    pass: (ms) => void (now += ms),
    round: async () => ledger.copying?.round(),
    here: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.parentPath.slice(-2) + entry.name)
        .toSorted(),
    async keepFor(content) {
      const kept = await ledger.artifacts.keep(content, {
        name: 'a b.txt',
        mediaType: 'text/plain',
      });
      if (!kept.ok) throw new Error(kept.error.text);
      const rest = { conversationKey: KEY, instructionId: null, createdAt: now, version: 1 };
      const row = { ...kept.value.content, ...rest };
      await ledger.write({ changes: [insert(ARTIFACTS, row)] });
      kept.value.release();
      await new Promise((resolve) => void setImmediate(resolve));
      return row;
    },
  };
}

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

function inBucket(s3: S3StandIn): string[] {
  return [...s3.objects.values()].map(String).toSorted();
}

const statuses = (at: World): unknown[] =>
  at.rows<{ status: string }>('select status from artifact_copies').map(({ status }) => status);

/** The text of an artifact, or why there is none. */
async function read(at: World, artifact: Artifact, range?: { start: number; end: number }) {
  const opened = await at.artifacts.open(artifact, range);
  return opened.ok ? text(opened.value) : opened.error.code;
}

describe('a content that an artifact names', () => {
  it('is put into the bucket, signed and whole, and told in the trail', async () => {
    const s3 = await startS3();
    const at = await world(s3);
    await at.artifacts.keep('no row yet', { name: 'b', mediaType: 'a/b' });
    await at.keepFor('hello');
    await at.keepFor('hello');
    await at.round();
    expect(inBucket(s3)).toEqual(['hello']);
    expect([...s3.objects.keys()]).toEqual([
      expect.stringMatching(new RegExp(`^/contents/baton/[0-9a-f]{16}/${hashOf('hello')}$`)),
    ]);
    expect(at.rows("select type from events where type like 'artifact_copy%'")).toEqual([
      { type: 'artifact_copy.kept' },
    ]);
    expect(await at.bucket.check()).toBeNull();
  });

  it('is not asked about again once it is there', async () => {
    const s3 = await startS3();
    const at = await world(s3);
    await at.keepFor('hello');
    await at.round();
    const before = s3.asked.length;
    await at.round();
    expect(s3.asked).toHaveLength(before);
  });

  it('that was put before a crash is found, and not put twice', async () => {
    const s3 = await startS3();
    const dir = tempDir();
    const before = await world(s3, { dir });
    await before.keepFor('hello');
    s3.before = async (method) => {
      if (method === 'PUT') await before.close();
      return undefined;
    };
    await expect(before.round()).rejects.toThrow();
    s3.before = () => undefined;
    const after = await world(s3, { dir });
    expect(statuses(after)).toEqual(['putting']);
    expect(inBucket(s3)).toEqual(['hello']);
    await after.round();
    expect(statuses(after)).toEqual(['kept']);
    expect(s3.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
  });

  it('whose artifact went before a crash leaves no object behind', async () => {
    const s3 = await startS3();
    const dir = tempDir();
    const before = await world(s3, { dir });
    const { artifactId } = await before.keepFor('hello');
    await before.round();
    await before.artifacts.remove(artifactId, 'cli');
    await before.close();
    const after = await world(s3, { dir });
    await after.round();
    expect([inBucket(s3), statuses(after)]).toEqual([[], []]);
  });

  it('goes from the bucket with the last artifact that names it, and comes back with the next', async () => {
    const s3 = await startS3();
    const at = await world(s3);
    const [first, second] = [await at.keepFor('hello'), await at.keepFor('hello')];
    await at.round();
    await at.artifacts.remove(first.artifactId, 'cli');
    await at.round();
    expect(inBucket(s3)).toEqual(['hello']);
    await at.artifacts.remove(second.artifactId, 'cli');
    s3.before = (method) => (method === 'DELETE' ? 503 : undefined);
    await at.round();
    expect(statuses(at)).toEqual(['removing']);
    s3.before = () => undefined;
    at.pass(1_000);
    await at.keepFor('hello');
    await at.round();
    expect([inBucket(s3), statuses(at)]).toEqual([['hello'], ['kept']]);
  });
});

describe('a bucket that cannot be used', () => {
  it.each([
    [
      'has another key',
      'SignatureDoesNotMatch',
      (at: World) => void (at.env['KEY'] = 'a wrong key'),
    ],
    ['has no key', 'KEY is not set', (at: World) => void delete at.env['KEY']],
  ])('because Baton %s says so, and nothing is lost', async (_what, said, spoil) => {
    const s3 = await startS3();
    const at = await world(s3);
    spoil(at);
    const kept = await at.keepFor('hello');
    await at.round();
    expect(at.copying?.fault()).toMatchObject({
      code: 'artifact_store_down',
      text: expect.stringContaining(said),
    });
    expect(at.copying?.fault()?.text).not.toContain('a wrong key');
    expect(await read(at, kept)).toBe('hello');
    at.env['KEY'] = S3_KEY.secretAccessKey;
    await at.round();
    expect(inBucket(s3)).toEqual([]);
    at.pass(1_000);
    await at.round();
    expect([inBucket(s3), at.copying?.fault()]).toEqual([['hello'], null]);
  });

  it('because it leads to another address is not followed there', async () => {
    const [s3, other] = [await startS3(), await startS3()];
    const at = await world(s3);
    s3.before = (_method, path) => `${other.endpoint}${path}`;
    await at.keepFor('hello');
    await at.round();
    expect(at.copying?.fault()).toMatchObject({ code: 'artifact_store_down' });
    expect(other.heard).toBe(0);
  });

  it('is asked for nothing but hashes', async () => {
    const s3 = await startS3();
    const at = await world(s3);
    s3.objects.set('/contents/secret', Buffer.from('secret'));
    const opened = await at.artifacts.open({ sha256: '../../secret', sizeBytes: 6 });
    expect(opened).toMatchObject({ error: { code: 'not_found' } });
    expect(s3.heard).toBe(0);
  });

  it('because it is slow holds up nobody who keeps something', async () => {
    const s3 = await startS3();
    const at = await world(s3, { timeoutMs: 100 });
    let answer = (): void => undefined;
    s3.before = () => new Promise((resolve) => void (answer = () => resolve(undefined)));
    const round = at.round();
    const kept = await at.keepFor('hello');
    expect(await read(at, kept)).toBe('hello');
    await at.keepFor('more');
    await round;
    at.pass(1_000);
    await at.round();
    expect(at.copying?.fault()?.text).toContain('did not answer in time');
    answer();
  });

  it('because it is gone gives nothing that only it has, until it is back', async () => {
    const s3 = await startS3();
    const at = await world(s3, { quota: 2_000 });
    const artifact = await at.keepFor('x'.repeat(1_000));
    await at.round();
    expect(at.here()).toEqual([]);
    await s3.gone(true);
    expect(await read(at, artifact)).toBe('artifact_store_down');
    expect(await read(at, artifact, { start: 0, end: 2 })).toBe('artifact_store_down');
    const asked = { offset: 0, length: 5 };
    expect(await at.artifacts.readSlice(KEY, artifact.artifactId, asked)).toMatchObject({
      kind: 'fault',
      error: { code: 'artifact_store_down' },
    });
    await s3.gone(false);
    expect(await at.artifacts.readSlice(KEY, artifact.artifactId, asked)).toMatchObject({
      text: 'xxxxx',
    });
    s3.objects.clear();
    expect(at.here()).toHaveLength(1);
  });
});

describe('this disk', () => {
  it('is left by what the bucket has where it fills, the oldest first', async () => {
    const s3 = await startS3();
    const at = await world(s3, { quota: 3_000 });
    const contents = ['a', 'b', 'c'].map((char) => char.repeat(900));
    const rows = [];
    for (const content of contents) {
      rows.push(await at.keepFor(content));
      at.pass(10);
      await at.round();
    }
    expect(at.here()).toEqual([hashOf(contents[1] ?? ''), hashOf(contents[2] ?? '')].toSorted());
    for (const [index, row] of rows.entries()) expect(await read(at, row)).toBe(contents[index]);
  });

  it('keeps what the bucket has lost, which is put there again', async () => {
    const s3 = await startS3();
    const at = await world(s3, { quota: 3_000 });
    await at.keepFor('a'.repeat(900));
    await at.round();
    s3.objects.clear();
    await at.keepFor('b'.repeat(900));
    await at.keepFor('c'.repeat(900));
    await at.round();
    expect(at.here()).toContain(hashOf('a'.repeat(900)));
    await at.keepFor('d');
    await at.round();
    expect(inBucket(s3)).toContain('a'.repeat(900));
  });

  it('takes back nothing that is not what was put there', async () => {
    const s3 = await startS3();
    const at = await world(s3, { quota: 2_000 });
    const artifact = await at.keepFor('x'.repeat(1_000));
    await at.round();
    for (const key of s3.objects.keys()) s3.objects.set(key, Buffer.from('y'.repeat(1_000)));
    expect(await read(at, artifact)).toBe('artifact_store_down');
    expect(at.here()).toEqual([]);
    s3.objects.clear();
    expect(await read(at, artifact)).toBe('not_found');
  });

  it('is not needed for a part of what the bucket has', async () => {
    const s3 = await startS3();
    const at = await world(s3, { quota: 2_000 });
    const artifact = await at.keepFor(`${'x'.repeat(500)}middle${'x'.repeat(500)}`);
    await at.round();
    expect(await read(at, artifact, { start: 500, end: 505 })).toBe('middle');
    expect(at.here()).toEqual([]);
  });
});

describe('a link of the bucket', () => {
  it('gives that content alone as a download, until its time is over', async () => {
    const s3 = await startS3();
    const at = await world(s3);
    const row = await at.keepFor('hello');
    await at.round();
    const link = await at.bucket.link({ ...row, name: "it's (ä) b.txt" }, 60);
    if (!link.ok) throw new Error(link.error.text);
    const got = await fetch(link.value);
    expect([got.status, await got.text()]).toEqual([200, 'hello']);
    expect(got.headers.get('content-disposition')).toBe(
      "attachment;filename*=UTF-8''it%27s%20%28%C3%A4%29%20b.txt",
    );
    const other = link.value.replace(hashOf('hello'), hashOf('other'));
    expect((await fetch(other)).status).toBe(403);
    expect((await fetch(link.value.replace('attachment', 'inline'))).status).toBe(403);
    s3.now = () => Date.now() + 62_000;
    expect((await fetch(link.value)).status).toBe(403);
  });
});

describe('bucket.json', () => {
  const GOOD = {
    endpoint: 'https://s3.example',
    bucket: 'mine',
    region: 'eu-1',
    access_key_id: 'AKID',
    secret_key_env: 'KEY',
  };

  function said(config: unknown): unknown {
    const file = join(tempDir(), 'bucket.json');
    writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config));
    const parsed = readBucketConfig(file);
    return parsed.ok ? parsed.value : parsed.error.replace(`${file}: `, '');
  }

  it('that is not there names no bucket', () => {
    expect(readBucketConfig(join(tempDir(), 'bucket.json'))).toEqual({ ok: true, value: null });
  });

  it.each([
    ['{"secret', 'is not JSON.'],
    [{ ...GOOD, endpoint: 'http://s3.example' }, 'endpoint: is https, or http on this machine'],
    [{ ...GOOD, endpoint: 'https://me:pass@s3.example' }, 'endpoint: is shown'],
    [{ ...GOOD, bucket: '../x' }, 'bucket: is the name of a bucket'],
    [{ ...GOOD, secret_key: 'x' }, 'Unrecognized key'],
    [{ ...GOOD, secret_key_file: '/x' }, 'either secret_key_env or secret_key_file'],
  ])('of %j says where it is faulty', (config, fault) => {
    expect(said(config)).toContain(fault);
  });

  it('may name a bucket of this machine', () => {
    expect(said({ ...GOOD, endpoint: 'http://127.0.0.1:9000' })).toMatchObject({ prefix: 'baton' });
  });
});

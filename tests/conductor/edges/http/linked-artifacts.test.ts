import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { putArtifact } from '../../../kit/put-artifact.ts';
import { runConductor, tempDir } from '../../../kit/running-conductor.ts';
import { S3_KEY, S3_REGION, startS3 } from '../../../kit/s3-stand-in.ts';

it('a link lets its bearer read that one artifact, for its time', async () => {
  let past = 0;
  const conductor = await runConductor({}, tempDir(), { now: () => Date.now() + past });
  await putArtifact(conductor, 'art', 'hello');
  await putArtifact(conductor, 'other', 'not for you');
  const made = await conductor.admin('POST', '/v1/artifacts/art/link', { expires_in_sec: 60 });
  expect(made.status).toBe(200);
  const { url } = (await made.json()) as { url: string };

  const got = await fetch(url, { headers: { range: 'bytes=1-2' } });
  expect([got.status, await got.text()]).toEqual([206, 'el']);
  expect(got.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(got.headers.get('cache-control')).toBe('no-store');
  const good = new URL(url);
  const statusOf = async (change: (link: URL) => void, method = 'GET'): Promise<number> => {
    const link = new URL(good);
    change(link);
    return (await fetch(link, { method })).status;
  };
  expect(await statusOf(() => undefined)).toBe(200);
  expect(await statusOf((link) => void (link.pathname = '/linked-artifacts/other'))).toBe(401);
  expect(await statusOf((link) => void (link.pathname = '/v1/artifacts/art/content'))).toBe(401);
  expect(await statusOf((link) => link.searchParams.delete('token'))).toBe(401);
  expect(await statusOf((link) => link.searchParams.append('token', 'x'))).toBe(401);
  const [until = '', signature = ''] = good.searchParams.get('token')?.split('.') ?? [];
  const later = `${Number(until) + 1}.${signature}`;
  expect(await statusOf((link) => link.searchParams.set('token', later))).toBe(401);
  expect(await statusOf(() => undefined, 'DELETE')).toBe(404);
  past = 60_001;
  expect(await statusOf(() => undefined)).toBe(401);
});

it('a link of longer than an hour is not made', async () => {
  const conductor = await runConductor();
  await putArtifact(conductor, 'art', 'hello');
  const answer = await conductor.admin('POST', '/v1/artifacts/art/link', { expires_in_sec: 3_601 });
  expect(answer.status).toBe(400);
});

it('a bucket that bucket.json names gets what artifacts name, and links to it', async () => {
  const s3 = await startS3();
  const dir = tempDir();
  const key = join(dir, 'bucket-key');
  writeFileSync(key, `${S3_KEY.secretAccessKey}\n`);
  chmodSync(key, 0o600);
  writeFileSync(
    join(dir, 'bucket.json'),
    JSON.stringify({
      endpoint: s3.endpoint,
      bucket: 'contents',
      region: S3_REGION,
      access_key_id: S3_KEY.accessKeyId,
      secret_key_file: key,
    }),
  );
  const put = new Promise<void>((resolve) => {
    s3.before = (method) => (method === 'PUT' ? resolve() : undefined, undefined);
  });
  const before = await runConductor({}, dir);
  await putArtifact(before, 'art', 'hello');
  await before.stop();
  const conductor = await runConductor({}, dir);
  await put;
  await expect
    .poll(async () => (await conductor.admin('GET', '/v1/artifact-bucket')).json())
    .toMatchObject({ kept: 1, kept_bytes: 5, waiting: 0, error: null });
  const made = await conductor.admin('POST', '/v1/artifacts/art/link', { from: 'bucket' });
  const { url } = (await made.json()) as { url: string };
  expect(await (await fetch(url)).text()).toBe('hello');
  expect(JSON.stringify(conductor.log)).not.toContain(S3_KEY.secretAccessKey);
});

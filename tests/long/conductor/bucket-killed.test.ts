import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';

import { installPeers } from '../../../bench/peers/install-peers.ts';
import { ModelServer } from '../../kit/model-server.ts';
import { tempDir } from '../../kit/running-conductor.ts';
import { S3_KEY, S3_REGION, startS3 } from '../../kit/s3-stand-in.ts';
import { startS3rver } from '../../kit/s3rver.ts';
import {
  type DoomedConductor,
  startLastingConductor,
} from '../../kit/start-conductor-killed-at.ts';

/** Conductors start meanwhile, on a machine that may be busy. */
const RESTARTED = { timeout: 120_000, interval: 200 } as const;

/** Longer than a result in a message may be: it is kept as an artifact. */
const LONG = 'tea,'.repeat(4_000);

interface World {
  readonly dataDir: string;
  readonly start: () => Promise<DoomedConductor>;
  readonly ask: (
    conductor: DoomedConductor,
    method: string,
    path: string,
    body?: object,
  ) => Promise<Response>;
  /** Status of each content in the bucket, as the rows say. */
  readonly copies: () => unknown[];
  /** An agent's tool gives a result so long; resolves when that is asked for. */
  readonly keepOne: (conductor: DoomedConductor) => Promise<void>;
}

/** A conductor's data, with a bucket at that address. */
async function world(endpoint: string, { accessKeyId, secretAccessKey } = S3_KEY): Promise<World> {
  const dataDir = tempDir();
  const keyFile = join(dataDir, 's3-key');
  writeFileSync(keyFile, secretAccessKey, { mode: 0o600 });
  const bucket = { endpoint, bucket: 'contents', region: S3_REGION, prefix: 'baton' };
  const key = { access_key_id: accessKeyId, secret_key_file: keyFile };
  writeFileSync(join(dataDir, 'bucket.json'), JSON.stringify({ ...bucket, ...key }));
  const model = await new ModelServer(({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? { text: 'Done.' }
      : { calls: [['conductor__echo', JSON.stringify({ text: LONG })]] },
  ).start();
  onTestFinished(() => model.stop());
  model.configure(dataDir);
  const ask: World['ask'] = ({ url }, method, path, body) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${readFileSync(join(dataDir, 'admin-secret'), 'utf8')}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    dataDir,
    ask,
    start: () => startLastingConductor(dataDir),
    copies() {
      const db = new Database(join(dataDir, 'baton.db'), { readonly: true });
      try {
        return db.prepare('select status from artifact_copies').all();
      } finally {
        db.close();
      }
    },
    async keepOne(conductor) {
      const wish = { id: 'session-1', agent: 'assistant', model: 'test:small' };
      expect((await ask(conductor, 'POST', '/v1/agent-sessions', wish)).ok).toBe(true);
      const text = { text: 'Go.' };
      // The conductor may be killed before it has answered.
      await ask(conductor, 'POST', '/v1/conversations/session-1/messages', text).catch(() => null);
    },
  };
}

/** From then on only the bucket has them. */
function removeContents(dataDir: string): void {
  const folder = join(dataDir, 'artifacts');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) rmSync(join(entry.parentPath, entry.name));
}

it('what a bucket took, or gave up, before the conductor was killed is noted by the next one, and not done twice', async () => {
  const s3 = await startS3();
  const { start, ask, copies, keepOne } = await world(s3.endpoint);
  const killedAfter = (conductor: DoomedConductor, method: string): void => {
    s3.after = async (done) => {
      if (done !== method) return;
      s3.after = () => undefined;
      conductor.child.kill('SIGKILL');
      await conductor.exit;
    };
  };

  const first = await start();
  killedAfter(first, 'PUT');
  await keepOne(first);
  await first.exit;
  expect(s3.objects.size).toBe(1);
  expect(copies()).toEqual([{ status: 'putting' }]);

  const second = await start();
  await expect.poll(copies, RESTARTED).toEqual([{ status: 'kept' }]);
  expect(s3.asked.filter((asked) => asked.startsWith('PUT'))).toHaveLength(1);
  const listed = await ask(second, 'GET', '/v1/artifacts');
  const { items } = (await listed.json()) as { items: { artifact_id: string }[] };
  expect(items).toHaveLength(1);
  killedAfter(second, 'DELETE');
  const path = `/v1/artifacts/${items[0]?.artifact_id}`;
  await ask(second, 'DELETE', path).catch(() => null);
  await second.exit;
  expect(s3.objects.size).toBe(0);
  expect(copies()).toEqual([{ status: 'removing' }]);

  const third = await start();
  await expect.poll(copies, RESTARTED).toEqual([]);
  expect(s3.objects.size).toBe(0);
  await third.stop();
});

it('another program that speaks as S3 does keeps contents, gives them back, and gives them up', async () => {
  const installed = installPeers({ packages: { s3rver: '3.7.1' } });
  onTestFinished(() => installed.remove());
  const s3rver = await startS3rver(installed.dir, 'contents');
  const { dataDir, start, ask, copies, keepOne } = await world(s3rver.endpoint, s3rver.key);
  const conductor = await start();
  await keepOne(conductor);
  await expect.poll(copies, RESTARTED).toEqual([{ status: 'kept' }]);
  const listed = await ask(conductor, 'GET', '/v1/artifacts');
  const { items } = (await listed.json()) as { items: { artifact_id: string }[] };
  const path = `/v1/artifacts/${items[0]?.artifact_id}`;
  removeContents(dataDir);
  expect(await (await ask(conductor, 'GET', `${path}/content`)).text()).toBe(LONG);
  expect((await ask(conductor, 'DELETE', path)).ok).toBe(true);
  await expect.poll(copies, RESTARTED).toEqual([]);
  expect(s3rver.objects()).toEqual([]);
  await conductor.stop();
});

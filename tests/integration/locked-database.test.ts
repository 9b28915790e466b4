import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';

import { runConductor, type RunningConductor, tempDir } from '../kit/running-conductor.ts';
import { finalMessage, runtimeReport } from '../kit/browser-frames.ts';

/** Holds the write lock as another program would, until the test gives it back. */
function lock(dataDir: string): () => void {
  const other = new Database(join(dataDir, 'baton.db'));
  other.exec('begin immediate');
  onTestFinished(() => void other.close());
  return () => other.exec('rollback');
}

/** A conductor with one conversation in it. */
async function withConversation() {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  return { conductor, browser, inbox, id };
}

async function answerOf(answer: Promise<Response>): Promise<unknown> {
  const { status, body } = await answer.then(async (response) => ({
    status: response.status,
    body: (await response.json()) as { readonly code?: string },
  }));
  return { status, code: body.code };
}

const readiness = (conductor: RunningConductor) => answerOf(fetch(`${conductor.url}/readyz`));

it('while another program holds the lock, a write waits, and nothing else does', async () => {
  const { conductor, browser, inbox, id } = await withConversation();
  const release = lock(conductor.dataDir);
  let isSet = false;
  const setting = conductor.setMode(id, 'auto').then(() => (isSet = true));
  browser.send(finalMessage('a', 'r1', 'A reply.'));

  const startedAt = performance.now();
  for (let count = 0; count < 5; count += 1) {
    expect((await fetch(`${conductor.url}/healthz`)).status).toBe(200);
    expect((await conductor.admin('GET', `/v1/conversations/${id}`)).status).toBe(200);
  }
  // Far less than the five seconds that a write waits at most.
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  expect(isSet).toBe(false);
  // A lock is no trouble at once.
  await expect.poll(() => readiness(conductor)).toEqual({ status: 503, code: 'store_locked' });

  release();
  await setting;
  await inbox.first('conversation.state', ({ mode }) => mode === 'auto');
  await expect.poll(() => conductor.rows('select * from message_anchors')).toHaveLength(1);
  expect(await readiness(conductor)).toEqual({ status: 200 });
});

it('a write that waits in vain is told so, and one that comes later is kept', async () => {
  const { conductor, id } = await withConversation();
  const release = lock(conductor.dataDir);
  const path = `/v1/conversations/${id}/mode`;
  const refused = { status: 503, code: 'store_locked' };
  const both = await Promise.all([
    answerOf(conductor.admin('PUT', path, { mode: 'auto' })),
    answerOf(conductor.admin('POST', '/v1/vacuum')),
  ]);
  expect(both).toEqual([refused, refused]);
  expect(await readiness(conductor)).toEqual(refused);
  release();
  expect(await answerOf(conductor.admin('PUT', path, { mode: 'paused' }))).toMatchObject({
    status: 200,
  });
  expect(conductor.rows('select mode from conversations')).toEqual([{ mode: 'paused' }]);
});

it('a start waits for the lock, and gives up with a word', async () => {
  const dataDir = tempDir();
  await (await runConductor({}, dataDir)).stop();
  const release = lock(dataDir);
  await expect(runConductor({}, dataDir)).rejects.toMatchObject({ code: 'store_locked' });
  const starting = runConductor({}, dataDir);
  await new Promise(setImmediate);
  release();
  expect(await readiness(await starting)).toEqual({ status: 200 });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { restoreBackup } from '../../../conductor/src/restore-backup.ts';
import { runtimeReport } from '../../kit/browser-frames.ts';
import { type ConductorProcess, startConductorProcess } from '../../kit/conductor-process.ts';
import { faceAsk, signIn } from '../../kit/face-client.ts';
import { runConductor, type RunningConductor, tempDir } from '../../kit/running-conductor.ts';
import { FrameInbox } from '../../kit/frame-inbox.ts';
import { pairBrowser, SimulatedBrowser } from '../../kit/simulated-browser.ts';
import { runWorld } from '../../kit/run-world.ts';

type Asked = Pick<RunningConductor, 'url' | 'adminSecret'>;

async function post(conductor: Asked, path: string, body: unknown, key: string) {
  const answer = await fetch(`${conductor.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${conductor.adminSecret}`,
      ...(body !== null && { 'content-type': 'application/json' }),
      'idempotency-key': key,
    },
    ...(body !== null && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

async function withChat(conductor: RunningConductor): Promise<string> {
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  return (await inbox.first('conversation.state')).local_conversation_id;
}

const messages = (conductor: RunningConductor) =>
  conductor.rows<{ text: string }>('select message_text as text from delivery_jobs');

it('twenty that ask the same at once have it done once', async () => {
  const conductor = await runConductor();
  const path = `/v1/conversations/${await withChat(conductor)}/messages`;
  const all = await Promise.all(
    Array.from({ length: 20 }, () => post(conductor, path, { text: 'Hello.' }, 'key-1')),
  );
  expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  expect(messages(conductor)).toHaveLength(1);
});

it('twenty that ask other things by one name at once have one of them done', async () => {
  const conductor = await runConductor();
  const path = `/v1/conversations/${await withChat(conductor)}/messages`;
  const all = await Promise.all(
    Array.from({ length: 20 }, (_none, at) => post(conductor, path, { text: `${at}` }, 'key-1')),
  );
  expect(all.filter(({ status }) => status === 409)).toHaveLength(19);
  expect(messages(conductor)).toHaveLength(1);
});

it.each([
  ['another body', '', { text: 'Other.' }],
  ['one more field of it', '', { text: 'Hello.', more: 1 }],
  ['another query', '?wait=none', { text: 'Hello.' }],
  ['another path', '/../messages/', { text: 'Hello.' }],
])('the name of a request opens its answer to no other one: %s', async (_, more, body) => {
  const conductor = await runConductor();
  const path = `/v1/conversations/${await withChat(conductor)}/messages`;
  const { text } = await post(conductor, path, { text: 'Hello.' }, 'key-1');
  const other = await post(conductor, `${path}${more}`, body, 'key-1');
  expect(other.status).toBeGreaterThanOrEqual(400);
  expect(other.text).not.toBe(text);
  expect(other.headers.get('idempotency-replayed')).toBeNull();
  expect(messages(conductor)).toHaveLength(1);
});

it.each(['watch', 'answer'] as const)(
  'whoever may only %s does not get an answer that let somebody in, by its name',
  async (scope) => {
    const conductor = await runConductor();
    const first = await post(conductor, '/v1/pairing/codes', null, 'key-1');
    expect(first.status).toBeLessThan(300);
    const { cookie } = await signIn(conductor, scope);
    const headers = { 'idempotency-key': 'key-1' };
    const again = await faceAsk(conductor, 'POST', '/v1/pairing/codes', {
      cookie,
      headers,
    });
    expect(again.status).toBe(403);
    expect(again.text).not.toContain(JSON.parse(first.text).link);
  },
);

it('whoever reads the database cannot try what was asked by the ids that were made of it', async () => {
  const idOf = async (): Promise<string> => {
    const { conductor } = await runWorld();
    const asked = { goal: 'The password is swordfish.', draft: true };
    const { text } = await post(conductor, '/v1/runs', asked, 'key-1');
    return (JSON.parse(text) as { run_id: string }).run_id;
  };
  // All that is asked is the same: only what no database holds makes them differ.
  expect(await idOf()).not.toBe(await idOf());
});

it('what is repeated after kill -9 is done once, whenever it was killed', async () => {
  const conductor = await startConductorProcess();
  onTestFinished(() => conductor.dispose());
  const adminSecret = readFileSync(join(conductor.dataDir, 'admin-secret'), 'utf8').trim();
  const asked = { url: conductor.url, adminSecret };
  const browser = new SimulatedBrowser(
    conductor.url,
    await pairBrowser(conductor.url, adminSecret),
  );
  onTestFinished(() => browser.close());
  const inbox = new FrameInbox(browser);
  await browser.connect();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  const path = `/v1/conversations/${id}/messages`;
  const send = (at: number) => post(asked, path, { text: `message ${at}` }, `key-${at}`);
  for (let round = 0; round < 4; round += 1) {
    const numbers = Array.from({ length: 10 }, (_none, at) => round * 10 + at);
    const open = numbers.map((at) => send(at).catch(() => null));
    if (round > 0) await Promise.race(open);
    await conductor.kill9();
    await Promise.all(open);
    await conductor.start();
    const again = await Promise.all(numbers.map(send));
    expect(again.map(({ status }) => status)).toEqual(numbers.map(() => 201));
  }
  const sent = conductor.query('select message_text as text from delivery_jobs');
  expect(sent.map(({ text }) => String(text)).toSorted()).toEqual(
    Array.from({ length: 40 }, (_none, at) => `message ${at}`).toSorted(),
  );
  expect(textsBelow(conductor)).not.toContain('"timed_out"');
});

/** All that a folder of a conductor says, as far as it is legible. */
function textsBelow({ dataDir }: ConductorProcess): string {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

it('what let somebody in is in no backup, not even for who knows all that was asked', async () => {
  const conductor = await runConductor();
  const { text } = await post(conductor, '/v1/pairing/codes', null, 'key-1');
  const file = join(tempDir(), 'backup');
  await conductor.admin('POST', '/v1/backups', { file });
  await conductor.stop();
  // Whoever has a backup restores it, and asks what was asked.
  const dataDir = tempDir();
  await restoreBackup(file, dataDir, Date.now(), true);
  const next = await runConductor({}, dataDir);
  const again = await post(next, '/v1/pairing/codes', null, 'key-1');
  expect(again.text).not.toBe(text);
  expect(again.headers.get('idempotency-replayed')).toBeNull();
});

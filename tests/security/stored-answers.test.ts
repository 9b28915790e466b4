import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { Operation } from '../../shared/api/operation.ts';
import { operations } from '../../shared/api/operations.ts';
import { runtimeReport } from '../kit/browser-frames.ts';
import { putArtifact } from '../kit/put-artifact.ts';
import { type RunningConductor, tempDir } from '../kit/running-conductor.ts';
import { runWorld } from '../kit/run-world.ts';

/** All that takes an Idempotency-Key; what copies and packs the store comes last. */
const KEYED = (Object.entries(operations) as [string, Operation][])
  .filter(([, { method }]) => method === 'POST')
  .toSorted(([a], [b]) => Number(isOfStore(a)) - Number(isOfStore(b)));

function isOfStore(id: string): boolean {
  return id === 'createBackup' || id === 'vacuum';
}

/** Their answers let somebody in, or to something. */
const ISSUING = ['offerPairing', 'makeFaceLink', 'linkArtifact'];

/** Fields that name what is there already. */
const NAMING = ['platform', 'team', 'agent', 'model'];

/** Shorter texts may be anywhere by chance. */
const TELLING = 12;

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((one) => leavesOf(one))
    : [];
}

/** The same value with a canary for each text that the schema takes one for. */
function withCanaries(
  operation: Operation,
  value: unknown,
  canary: () => string,
  whole: (changed: unknown) => unknown = (changed) => changed,
): unknown {
  if (typeof value === 'string') {
    const put = canary();
    return operation.body.safeParse(whole(put)).success ? put : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  let made: unknown = value;
  for (const [name, one] of Object.entries(value)) {
    const change = (changed: unknown): unknown =>
      Array.isArray(made)
        ? made.map((old: unknown, at) => (at === Number(name) ? changed : old))
        : { ...(made as object), [name]: changed };
    if (!NAMING.includes(name))
      made = change(withCanaries(operation, one, canary, (changed) => whole(change(changed))));
  }
  return made;
}

/** Makes one thing of each kind to ask about; ids by the folder of their path. */
async function fill(conductor: RunningConductor): Promise<Readonly<Record<string, string>>> {
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: conversations } = await inbox.first('conversation.state');
  await putArtifact(conductor, 'artifact-1', 'tea');
  const made = async (path: string, body: object, name: string): Promise<string> => {
    const answer = await conductor.admin('POST', path, body);
    return ((await answer.json()) as Record<string, string>)[name] ?? '';
  };
  return {
    conversations,
    artifacts: 'artifact-1',
    sessions: await made('/v1/sessions', { label: 'one' }, 'chat_session_id'),
    templates: 'chat:chatgpt',
  };
}

it('what any operation is answered, and what is sealed of what it was asked, lies nowhere in plain', async () => {
  const dataDir = tempDir();
  const { conductor, start } = await runWorld(undefined, { dataDir });
  const ids: Readonly<Record<string, string>> = {
    ...(await fill(conductor)),
    runs: (await start({ draft: true })).run_id,
  };
  const backup = join(tempDir(), 'backup');
  const BODIES: Readonly<Record<string, object>> = {
    createBackup: { file: backup },
    // Nobody is told its goal: what is said to a chat lies where all messages lie.
    createRun: { goal: 'canary-createRun', draft: true },
  };
  const secrets = new Map<string, string>();
  const done: string[] = [];

  const found = (): string[] => {
    const texts = [...filesBelow(dataDir), ...filesBelow(backup)].map((file) =>
      readFileSync(file, 'latin1'),
    );
    texts.push(conductor.log.map((line) => JSON.stringify(line)).join('\n'));
    return [...secrets].flatMap(([secret, whose]) =>
      texts.some((text) => text.includes(secret)) ? [`${whose}: ${secret}`] : [],
    );
  };

  for (const [id, operation] of KEYED) {
    let count = 0;
    const canary = (): string => `canary-${id}-${(count += 1)}-of-it`;
    const body = BODIES[id] ?? withCanaries(operation, operation.example, canary);
    const folder = operation.path.split('/')[2] ?? '';
    const path = operation.path
      .replace(':id', encodeURIComponent(ids[folder] ?? 'nobody'))
      .replace(/:\w+/, 'nobody');
    const ask = (): Promise<Response> =>
      fetch(`${conductor.url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${conductor.adminSecret}`,
          'idempotency-key': `key-of-${id}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const first = await ask();
    const text = await first.text();
    expect(first.status, `${id}: ${text}`).not.toBe(500);
    if (first.ok) done.push(id);
    // Of what holds a passphrase nothing is kept.
    if (first.ok && !id.includes('Sealed')) {
      const again = await ask();
      expect([id, again.headers.get('idempotency-replayed')]).toEqual([id, 'true']);
      expect(await again.text()).toBe(text);
    }
    if (text.length > TELLING) secrets.set(text, `the answer to ${id}`);
    // What a run is about is sealed; so is who was let in, or hashed.
    const hidden = [
      ...(operation.tag === 'runs' ? leavesOf(body).filter((one) => one.startsWith('canary')) : []),
      ...(ISSUING.includes(id) && first.ok ? leavesOf(JSON.parse(text)) : []),
    ];
    for (const one of hidden.flatMap((secret) => [secret, ...secret.split(/[#=]/)]))
      if (one.length >= TELLING && !one.startsWith('http')) secrets.set(one, id);
    if (id === 'createBackup') expect(found()).toEqual([]);
  }
  expect(done).toEqual(expect.arrayContaining([...ISSUING, 'createRun', 'importTeam', 'vacuum']));
  expect(done.length).toBeGreaterThan(20);
  await conductor.stop();
  expect(found()).toEqual([]);
}, 60_000);

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { loadPty } from '../../../worker/terminals/pty.ts';
import { ModelServer, type Said } from '../../kit/model-server.ts';
import { writePrograms } from '../../kit/program-files.ts';
import { tempDir } from '../../kit/running-conductor.ts';
import { call, heard, runWorld } from '../../kit/run-world.ts';

/** How each kind of worker is made, and how it is known how it stands. */
const KINDS = [
  ['Chat', 'chat:chatgpt', 'said'],
  ['Agent', 'agent:assistant', 'said'],
  ['Acp', 'acp:worker', 'said'],
  ['Terminal', 'terminal:worker', 'guessed'],
] as const;

const ROLES = KINDS.map(([role]) => role);

const LIMIT = { timeout: 60_000, interval: 100 } as const;

const BLOCKED = { status: 'blocked', summary: 'It is shut.', blockers: 'The key to the shed.' };

/** A team of a worker of each kind, all of which do what they are told alike. */
async function world() {
  const dataDir = tempDir();
  const folder = join(tempDir(), 'work');
  mkdirSync(folder);
  const [go, log] = [join(folder, 'go'), join(folder, '..', 'told')];
  writeFileSync(log, '');
  const released = Promise.withResolvers<void>();
  const model = await new ModelServer(({ messages }): Said => {
    const last = messages.at(-1);
    const text = last?.role === 'user' ? (last.content ?? '') : '';
    if (text.includes('# Task: Open'))
      return { calls: [['run::worker.report', JSON.stringify(BLOCKED)]] };
    return text.includes('Hold on.')
      ? { after: released.promise, text: 'Done.' }
      : { text: 'I wait.' };
  }).start();
  onTestFinished(() => model.stop());
  model.configure(dataDir);
  await writePrograms(dataDir, {
    worker: {
      log,
      rules: [
        {
          on: '# Task: Open',
          does: [{ call: { id: 'b1', method: 'worker.report', params: BLOCKED } }],
        },
        { on: 'Hold on.', does: [{ until: go }, { say: 'Done.' }] },
        { on: '', does: [{ say: 'I wait.' }] },
      ],
    },
  });
  const runs = await runWorld(
    (text) => {
      if (text.includes('Hold on.')) return null;
      return text.includes('# Task: Open') ? call('worker.report', BLOCKED) : 'I wait.';
    },
    { dataDir },
  );
  await runs.ask('PATCH', '/v1/settings', { agents: { models: ['test:small'] } });
  await runs.ask('PUT', '/v1/teams/every', {
    name: 'Every kind',
    roles: [
      { role: 'Planner', is_planner: true, task: 'You plan.' },
      ...KINDS.map(([role, template]) => ({ role, task: 'You do.', template })),
    ],
  });
  const { run_id: id, workers } = await runs.start({ team: 'every', folder });
  const tabOf = (role: string) => workers.find((one) => one.role === role)?.tab_id ?? '';
  const standing = async () =>
    Object.fromEntries(
      (await runs.shown(id)).workers.flatMap(({ role, is_planner: plans, status_snapshot: of }) =>
        plans ? [] : [[role, [of.status, of.source, of.mark]]],
      ),
    );
  return {
    ...runs,
    id,
    tabOf,
    /** How often each kind was told a text, by role: counted where it came. */
    told(words: string) {
      const inModel = model.requests.map(
        ({ messages }) =>
          messages.filter(
            ({ role, content }) => role === 'user' && content?.includes(words) === true,
          ).length,
      );
      const byPrograms = readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes(words)).length;
      return {
        chat: heard(runs, words).length,
        agent: Math.max(0, ...inModel),
        programs: byPrograms,
      };
    },
    async all(status: string, mark: string | null = null): Promise<void> {
      const expected = KINDS.map(([role, , source]) => [role, [status, source, mark]]);
      await expect.poll(standing, LIMIT).toEqual(Object.fromEntries(expected));
    },
    say: async (text: string) =>
      (
        await runs.ask<ResponseOf<'sendToWorkers'>>('POST', `/v1/runs/${id}/inputs`, {
          workers: 'all',
          text,
        })
      ).inputs,
    queued: async () =>
      (await runs.ask<ResponseOf<'listRunInputs'>>('GET', `/v1/runs/${id}/inputs`)).items.filter(
        ({ status }) => status === 'queued',
      ).length,
    release() {
      writeFileSync(go, '');
      released.resolve();
      const [waiting] = heard(runs, 'Hold on.');
      runs.site.reply(waiting?.jobId ?? '', 'Done.');
    },
    of: (role: string, what: string) => `/v1/runs/${id}/workers/${tabOf(role)}/${what}`,
  };
}

const ONCE = { chat: 1, agent: 1, programs: 2 };

describe.skipIf((await loadPty()) === null)('a board with a worker of each kind', () => {
  test('FR-002, FR-003: says how each stands, and a person steers all of them without losing a word', async () => {
    const runs = await world();
    const { id } = runs;
    await expect.poll(async () => (await runs.shown(id)).status, LIMIT).toBe('planning');

    // Said to all at once, and to each once; the planner is left out.
    expect(await runs.say('Hold on.')).toHaveLength(ROLES.length);
    await runs.all('running');
    await expect.poll(() => runs.told('Hold on.'), LIMIT).toEqual(ONCE);

    // Taken over: what the run has for them waits.
    for (const role of ROLES) await runs.ask('PUT', runs.of(role, 'hold'), { held: true });
    await runs.say('After that.');
    runs.release();
    await runs.all('idle');
    expect(await runs.queued()).toBe(ROLES.length);
    expect(runs.told('After that.')).toEqual({ chat: 0, agent: 0, programs: 0 });

    // Given back, while the run is paused: it waits still.
    await runs.post(id, 'pause');
    for (const role of ROLES) await runs.ask('PUT', runs.of(role, 'hold'), { held: false });
    expect(await runs.queued()).toBe(ROLES.length);
    await runs.post(id, 'resume');
    await expect.poll(() => runs.told('After that.'), LIMIT).toEqual(ONCE);
    await runs.all('idle');

    // A plan of the person’s own; each worker says what is in its way.
    const tasks = ROLES.map((role) => ({ title: 'Open the shed', instructions: 'Do it.', role }));
    await runs.ask('PUT', `/v1/runs/${id}/plan`, { tasks });
    await runs.all('idle', 'blocked');
    const plan = async () => (await runs.shown(id)).plan;
    expect((await plan()).map(({ status, blocked_by: by }) => [status, by])).toEqual(
      ROLES.map(() => ['blocked', BLOCKED.blockers]),
    );

    // Done by the person, and said of each.
    for (const { task_id: task } of await plan())
      await runs.ask('PATCH', `/v1/runs/${id}/tasks/${task}`, {
        status: 'done',
        result: 'By hand.',
      });
    for (const role of ROLES) await runs.ask('PUT', runs.of(role, 'mark'), { mark: 'done' });
    await runs.all('idle', 'done');
    expect((await plan()).map(({ status, result }) => [status, result])).toEqual(
      ROLES.map(() => ['done', 'By hand.']),
    );

    // One whose conversation is stopped does not get on.
    const conversations = (await runs.shown(id)).workers.flatMap(
      ({ conversation, is_planner: plans }) => (plans || conversation === null ? [] : conversation),
    );
    for (const one of conversations) await runs.conductor.setMode(one, 'paused');
    await runs.all('stuck', 'done');
    for (const one of conversations) await runs.conductor.setMode(one, 'auto');
    await runs.all('idle', 'done');

    // What the person writes of it stays as they wrote it.
    const text = 'Four sheds, all of them open. 全部打开。';
    await runs.ask('PATCH', `/v1/runs/${id}/report`, { section: 'done', text });
    expect((await runs.shown(id)).report).toContainEqual(
      expect.objectContaining({ section: 'done', text, by: 'person' }),
    );

    for (const role of ROLES)
      await runs.ask('DELETE', `/v1/runs/${id}/workers/${runs.tabOf(role)}`);
    await runs.all('stopped', 'done');
    expect((await runs.post(id, 'stop')).status).toBe('stopped');
    expect(runs.told('Hold on.')).toEqual(ONCE);
    expect(runs.told('After that.')).toEqual(ONCE);
  }, 240_000);
});

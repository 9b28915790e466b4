import { expect, it } from 'vitest';

import { workerDir } from '../../../../conductor/src/program-files.ts';
import { descendants, isRunning, killHard } from '../../../kit/process-tree.ts';
import { runConductor } from '../../../kit/running-conductor.ts';

interface Answer {
  readonly status: string;
  readonly resource_id: string | null;
  readonly result: { readonly text: string } | null;
  readonly error: { readonly code: string } | null;
}

it('a call that needs a worker has the one of this machine run, and it ends with the conductor', async () => {
  const conductor = await runConductor();
  const made = await conductor.admin('POST', '/v1/sessions', { label: 'a program' });
  const { chat_session_id } = (await made.json()) as { chat_session_id: string };
  const ask = async (tool: string, args: object): Promise<Answer> => {
    const path = `/v1/sessions/${chat_session_id}/calls?wait=60000`;
    const answer = await conductor.admin('POST', path, { tool, args, judge: false });
    return (await answer.json()) as Answer;
  };

  const [opened, other] = await Promise.all([
    ask('terminal.open', { shell: '/bin/bash' }),
    ask('terminal.open', { shell: '/bin/sh' }),
  ]);
  expect(opened).toMatchObject({ status: 'succeeded', error: null });
  expect(other).toMatchObject({ status: 'succeeded', error: null });
  const resource = opened.resource_id;
  const ran = await ask('terminal.run', {
    resource,
    command: 'exec sleep 600',
    timeout_s: 1,
  });
  expect(ran).toMatchObject({ status: 'succeeded' });
  expect(JSON.parse(ran.result?.text ?? '{}')).toMatchObject({ exit_code: null });
  const sleeping = (): number | undefined =>
    descendants(process.pid).find(({ commandLine }) => commandLine.startsWith('sleep 600'))?.pid;
  await expect.poll(sleeping).toBeDefined();
  const pid = sleeping() ?? 0;

  const clients = await conductor.admin('GET', '/v1/clients');
  const { items } = (await clients.json()) as { items: { browser: { name: string } }[] };
  expect(items.map(({ browser }) => browser.name)).toEqual(['Baton worker']);
  await conductor.stop();
  await expect.poll(() => isRunning(pid)).toBe(false);
});

it('a call whose worker dies meanwhile brings the next one, which ends it', async () => {
  const conductor = await runConductor();
  const made = await conductor.admin('POST', '/v1/sessions', { label: 'a program' });
  const { chat_session_id } = (await made.json()) as { chat_session_id: string };
  const ask = async (tool: string, args: object): Promise<Answer> => {
    const path = `/v1/sessions/${chat_session_id}/calls?wait=40000`;
    const answer = await conductor.admin('POST', path, { tool, args, judge: false });
    return (await answer.json()) as Answer;
  };
  const { resource_id: resource } = await ask('terminal.open', { shell: '/bin/sh' });
  const asked = ask('terminal.run', { resource, command: 'sleep 600', timeout_s: 300 });
  const stands = `select status from resource_calls where tool = 'terminal.run'`;
  await expect.poll(() => conductor.rows(stands)).toEqual([{ status: 'dispatched' }]);
  const held = descendants(process.pid).filter(({ commandLine }) =>
    commandLine.includes(`--data-dir ${workerDir(conductor.dataDir)}`),
  );
  expect(held.length).toBeGreaterThan(0);
  await Promise.all(held.map(({ pid }) => killHard(pid)));
  expect((await asked).error?.code).toMatch(/^(?:resource_closed|outcome_unknown)$/);
});

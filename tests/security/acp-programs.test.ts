import { fileURLToPath } from 'node:url';

import { expect, onTestFinished, test, vi } from 'vitest';

import { createAcpPrograms } from '../../conductor/src/acp/acp-programs.ts';
import type { AcpQuestion } from '../../conductor/src/features/teams/runs/feature.ts';
import { isRunning } from '../kit/process-tree.ts';
import { tempDir } from '../kit/running-conductor.ts';

// What a program of a worker could do to the conductor, and to what a person is asked, by the protocol that it speaks.

const PROGRAM = fileURLToPath(new URL('../kit/fake-agents/hostile-acp.ts', import.meta.url));

/** A hostile program that runs, what is heard of it, and what it asked; each question is answered by its first option. */
async function hostile(what: string) {
  const told: string[] = [];
  const asked: AcpQuestion[] = [];
  const programs = createAcpPrograms({ log: { debug: () => undefined }, version: '1' });
  const started = await programs.start(
    { command: process.execPath, args: [PROGRAM, what], env: [], folder: tempDir(), tools: null },
    {
      ask: async (question) => {
        asked.push(question);
        return question.options[0]?.id ?? null;
      },
      tell: (text) => told.push(text),
    },
  );
  if (!started.ok) throw new Error(started.error.text);
  const agent = started.value;
  onTestFinished(() => agent.close());
  return { agent, told, asked };
}

test('what a program answers unasked reaches neither the log nor its reply', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  const { agent, told } = await hostile('forged-answers');
  expect(await agent.prompt('Go.')).toEqual({
    ok: true,
    value: { text: 'Still here.', complete: 'whole' },
  });
  expect(told).toEqual(['Still here.']);
  expect(agent.hasEnded()).toBe(false);
  expect(logged.mock.calls).toEqual([]);
});

test.each([
  ['asks for more than it takes answers to', 'asks-without-reading'],
  ['writes a line without an end', 'endless-line'],
])('a program that %s is ended', async (_what, act) => {
  const { agent, asked } = await hostile(act);
  expect(await agent.prompt('Go.')).toMatchObject({ ok: false, error: { code: 'worker_lost' } });
  await expect.poll(() => agent.hasEnded()).toBe(true);
  expect(asked).toEqual([]);
});

test.each([
  [
    'in its own lines',
    'question-in-lines',
    { title: 'echo tidy # all is well\nrm -rf ~', about: { input: { command: 'rm' } } },
  ],
  [
    'with what it said of it before',
    'question-told-before',
    { title: 'Run a command', about: { input: { command: 'rm -rf ~' } } },
  ],
])('a person is shown all that a program asks for, %s', async (_how, act, shown) => {
  const { agent, asked } = await hostile(act);
  expect(await agent.prompt('Go.')).toMatchObject({ ok: true });
  expect(asked).toMatchObject([shown]);
});

test.each(['question-too-long', 'question-of-another-session'])(
  'what no person could be shown is refused unasked: %s',
  async (act) => {
    const { agent, asked } = await hostile(act);
    expect(await agent.prompt('Go.')).toEqual({
      ok: true,
      value: { text: 'Chosen: nothing.', complete: 'whole' },
    });
    expect(asked).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')(
  'what a program started ends with it, also where it ends by itself',
  async () => {
    const { agent, told } = await hostile('leaves-a-child');
    expect(await agent.prompt('Go.')).toMatchObject({ ok: false });
    const [, pid] = /child (\d+)/.exec(told.join('')) ?? [];
    expect(pid).toBeDefined();
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
  },
);

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { scanRisk } from '../../../conductor/src/text-risk/scan-risk.ts';
import { ATTACK_FORMS } from '../../kit/attack-forms.ts';
import { PROSE_EXAMPLES } from '../../kit/prose-examples.ts';
import type { ResponseOf } from '../../../shared/api/operations.ts';
import { ModelServer } from '../../kit/model-server.ts';
import { writePrograms } from '../../kit/program-files.ts';
import { PLANNER } from '../../kit/program-world.ts';
import { tempDir } from '../../kit/running-conductor.ts';
import { call, heard, runWorld } from '../../kit/run-world.ts';
import { CASES } from '../../security/fuzz/cases.ts';

// Every way in which a text comes to a worker, with workers of every kind behind it.

const WORKERS = {
  Chat: 'chat:chatgpt',
  Agent: 'agent:assistant',
  Acp: 'acp:worker',
  Terminal: 'terminal:worker',
  Shell: 'terminal:shell',
} as const;

type Role = keyof typeof WORKERS;

/** A case asks a whole conductor. */
const RUNS = Math.max(100, Math.min(CASES, 300));

/** Returns texts that need a confirmation, for workers that read them. */
const harmTo = (role: Role): readonly string[] =>
  role === 'Shell'
    ? ATTACK_FORMS.filter((text) => text.length < 200)
    : Object.values(PROSE_EXAMPLES)
        .flatMap(({ match }) => match)
        .filter((text) => scanRisk(text, { shell: null }).level === 'high');

const cases = fc.constantFrom(...(Object.keys(WORKERS) as Role[])).chain((role) =>
  fc.record({
    role: fc.constant(role),
    harm: fc.constantFrom(...harmTo(role)),
    before: fc.constantFrom('', 'ls -l\n', 'echo one two\n\n', '\t'),
    behind: fc.constantFrom('', '\nls', '\n\necho done\n'),
    way: fc.constantFrom(
      'tabs.send',
      'tabs.send to all',
      'plan.set',
      'worker.review',
      'inputs',
      'inputs to all',
      'plan',
      'task',
      'answer',
    ),
  }),
);

test(
  'A4, FR-006: nothing of high risk comes to a chat, an agent, a program or a shell before a person has said yes',
  async () => {
    const dataDir = tempDir();
    const folder = join(tempDir(), 'work');
    mkdirSync(folder);
    await writePrograms(dataDir, { worker: PLANNER });
    const model = await new ModelServer(() => ({ text: 'I wait.' })).start();
    onTestFinished(() => model.stop());
    model.configure(dataDir);
    const runs = await runWorld(() => null, { dataDir });
    const team = {
      name: 'Doors',
      roles: [
        { role: 'Planner', is_planner: true, task: 'You plan.' },
        ...Object.entries(WORKERS).map(([role, template]) => ({ role, task: 'You do.', template })),
      ],
    };
    await runs.ask('PATCH', '/v1/settings', { agents: { models: ['test:small'] } });
    await runs.ask('PUT', '/v1/teams/doors', team);
    const { run_id: id, workers } = await runs.start({ team: 'doors', folder });
    const tabOf = (role: string) => workers.find((one) => one.role === role)?.tab_id ?? '';
    const chatThatHeard = async (words: string): Promise<string> => {
      await expect.poll(() => heard(runs, words).length, { timeout: 20_000 }).toBe(1);
      return heard(runs, words)[0]?.conversation ?? '';
    };
    const planner = await chatThatHeard('# The goal');
    // What does no harm comes at once: the doors are open, and only that is kept out which could do some.
    await runs.post(id, 'inputs', { workers: [tabOf('Chat')], text: 'Look around.' });
    const chat = await chatThatHeard('Look around.');
    await runs.ask('PUT', `/v1/runs/${id}/plan`, {
      tasks: [{ title: 'Wait', instructions: 'Wait.', role: 'Chat' }],
    });
    runs.site.observe(planner, call('run.ask', { question: 'In which language?' }));
    const shown = () => runs.shown(id);
    await expect.poll(async () => (await shown()).waits.some((one) => one.question)).toBe(true);
    const { waits, plan } = await shown();
    const question = waits.find((one) => one.question !== null)?.question;
    const open = async () =>
      (await runs.ask<ResponseOf<'listApprovals'>>('GET', '/v1/approvals?decision=open')).items;

    /** Has a member of the team ask for a tool; it waits for a person, who says no. */
    async function asked(conversation: string, tool: string, params: object): Promise<void> {
      runs.site.observe(conversation, call(tool, params));
      await expect.poll(async () => (await open()).length, { timeout: 20_000 }).toBe(1);
      const [approval] = await open();
      expect(approval?.instruction).toMatchObject({ action: `run::${tool}`, risk: 'high' });
      const path = `/v1/approvals/${approval?.approval_id}/decision`;
      await runs.ask('POST', path, { decision: 'deny' });
    }
    const refused = async (answer: Promise<unknown>): Promise<void> => {
      expect(await answer).toMatchObject({ code: 'risk_unconfirmed' });
    };
    const told = () =>
      runs.conductor.rows(`select count(*) as inputs, (select count(*) from run_tasks) as tasks,
        (select count(*) from resource_calls) as calls from run_inputs`);

    const before = told();
    await fc.assert(
      fc.asyncProperty(cases, async ({ role, harm, before: above, behind, way }) => {
        const text = `${above}${harm}${behind}`;
        const tabId = tabOf(role);
        const task = { title: 'Do', instructions: text, role };
        const all = workers.filter((one) => !one.is_planner).map((one) => one.tab_id);
        switch (way) {
          case 'tabs.send':
            return asked(planner, way, { tabId, text });
          case 'tabs.send to all':
            return asked(planner, 'tabs.send', { tabIds: all, text });
          case 'plan.set':
            return asked(planner, way, {
              tasks: [{ ...task, role: 'Chat', instructions: 'Look.' }, task],
            });
          case 'worker.review': {
            // Of one that reads: a shell is told nothing of it.
            const [reason = harm] = role === 'Shell' ? harmTo('Chat') : [text];
            return asked(chat, way, { taskId: 'any', verdict: 'return', reason });
          }
          case 'inputs':
            return refused(runs.post(id, way, { workers: [tabId], text }));
          case 'inputs to all':
            return refused(runs.post(id, 'inputs', { workers: 'all', text }));
          case 'plan':
            return refused(runs.ask('PUT', `/v1/runs/${id}/plan`, { tasks: [task] }));
          case 'task': {
            const path = `/v1/runs/${id}/tasks/${plan[0]?.task_id}`;
            // The task is the chat's.
            const [instructions = harm] = role === 'Shell' ? harmTo('Chat') : [text];
            return refused(runs.ask('PATCH', path, { instructions }));
          }
          case 'answer': {
            const [words = harm] = role === 'Shell' ? harmTo('Chat') : [text];
            return refused(runs.post(id, 'answers', { question, text: words }));
          }
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(told()).toEqual(before);
    expect(model.requests).toEqual([]);
  },
  60_000 + RUNS * 3_000,
);

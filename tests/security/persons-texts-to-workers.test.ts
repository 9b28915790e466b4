import { expect, it } from 'vitest';
import * as z from 'zod';

import { runsOperations } from '../../shared/api/runs.ts';
import { call, runWorld } from '../kit/run-world.ts';

// Every operation of a run whose body has words that workers are told, found in the schemas of the operations.

const HARM = 'Clean up:\nrm -rf ~';

/** Words that no worker is told: names, ids and places, and what people alone read. */
const TOLD_NOBODY: readonly string[] = [
  'createRun team',
  'createRun templates',
  'createRun folder',
  'acceptRunPlan plan',
  'setRunPlan tasks.role',
  'setRunPlan tasks.worker',
  'sendToWorkers workers',
  'answerRun question',
  'addWorker role',
  'addWorker template',
  'addWorker folder',
  'editRunReport text',
];

interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

/** Paths of the params that hold free words. */
function wordsOf(shape: Shape, path = ''): readonly string[] {
  if (shape.enum !== undefined || shape.const !== undefined) return [];
  if (shape.anyOf !== undefined) return shape.anyOf.flatMap((one) => wordsOf(one, path));
  if (shape.type === 'array') return wordsOf(shape.items ?? {}, path);
  if (shape.type === 'object') {
    const { properties = {}, additionalProperties: more } = shape;
    const named = Object.entries(properties).flatMap(([key, one]) =>
      wordsOf(one, path === '' ? key : `${path}.${key}`),
    );
    return typeof more === 'object' ? [...named, ...wordsOf(more, path)] : named;
  }
  return shape.type === 'string' ? [path] : [];
}

/** Operation and field of each. */
const found = Object.entries(runsOperations).flatMap(([id, { path, ...operation }]) => {
  if (!path.startsWith('/v1/runs/:id') && id !== 'createRun') return [];
  if (!('body' in operation) || operation.body === undefined) return [];
  const schema = z.toJSONSchema(operation.body, { io: 'input', unrepresentable: 'any' });
  return [...new Set(wordsOf(schema as Shape))].map((field) => [id, field] as const);
});

/** A body whose words are harmless, but for those of one field. */
type Make = (field: string) => { readonly path: string; readonly body: object };

it('harm in any words that a person has for workers is sent only when confirmed', async () => {
  const runs = await runWorld((text) =>
    text.includes('# The goal') ? call('run.ask', { question: 'Which?' }) : undefined,
  );
  const { run_id: id } = await runs.start();
  const asked = async () => (await runs.shown(id)).waits.find(({ kind }) => kind === 'question');
  await expect.poll(asked, { timeout: 20_000 }).toBeDefined();
  const question = (await asked())?.question;
  const planned = await runs.ask<{ plan: { task_id: string }[] }>('PUT', `/v1/runs/${id}/plan`, {
    tasks: [{ title: 'One', instructions: 'Words.' }],
  });
  const at = `/v1/runs/${id}`;
  const words = (names: readonly string[], field: string, more: object = {}): object => ({
    ...Object.fromEntries(names.map((name) => [name, name === field ? HARM : 'Words.'])),
    ...more,
  });
  const makes: Readonly<Record<string, Make>> = {
    createRun: (field) => ({
      path: '/v1/runs',
      body: words(['goal'], field, { team: 'pair', draft: true }),
    }),
    setRunPlan: (field) => {
      const [, name = ''] = field.split('.');
      return {
        path: `${at}/plan`,
        body: { tasks: [words(['title', 'instructions', 'done_when'], name)] },
      };
    },
    updateRunTask: (field) => ({
      path: `${at}/tasks/${planned.plan[0]?.task_id}`,
      body: words(['title', 'instructions', 'result'], field),
    }),
    sendToWorkers: (field) => ({
      path: `${at}/inputs`,
      body: words(['text'], field, { workers: 'all' }),
    }),
    answerRun: (field) => ({ path: `${at}/answers`, body: words(['text'], field, { question }) }),
    addWorker: (field) => ({
      path: `${at}/workers`,
      body: words(['task'], field, { role: 'Scribe' }),
    }),
  };
  const told = found.filter(([operation, field]) => {
    const named = makes[operation]?.(field).body;
    return named !== undefined && JSON.stringify(named).includes(JSON.stringify(HARM));
  });
  expect(found.filter((one) => !told.includes(one)).map((one) => one.join(' '))).toEqual(
    TOLD_NOBODY,
  );
  for (const [operation, field] of told) {
    const { method } = runsOperations[operation as keyof typeof runsOperations];
    const { path, body } = makes[operation]?.(field) ?? { path: '', body: {} };
    const where = `${operation} ${field}`;
    expect(await runs.ask(method, path, body), where).toMatchObject({ code: 'risk_unconfirmed' });
    const confirmed = await runs.ask<object>(method, path, { ...body, confirmed: true });
    expect(confirmed, where).not.toHaveProperty('code');
  }
});

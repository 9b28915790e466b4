import { expect } from 'vitest';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { asking } from './browser-frames.ts';
import { chatModelWorld, type ChatModelWorld } from './chat-model-world.ts';
import type { Answer, Heard } from './simulated-model-chat.ts';

/** A run, or why it was refused. */
type ShownRun = ResponseOf<'getRun'> & { readonly code?: string; readonly field?: string };

type Say = (text: string, count: number) => Answer | undefined;

export const GOAL = 'Compare three ways to keep a changelog.';

/** A plan that any team can carry out. */
export const TASKS = [
  { title: 'Find the ways', instructions: 'Name three, with an example of each.' },
  {
    title: 'Compare them',
    instructions: 'One table.',
    dependsOn: [1],
    doneWhen: 'A table is there.',
  },
];

/** An assistant that asks for a tool of runs. */
export const call = (tool: string, params: object): string =>
  asking(`@run::${tool}::${JSON.stringify(params)}`);

/** A planner that has these done, one after the other. */
export const planOf = (...instructions: readonly string[]): string =>
  call('plan.set', {
    tasks: instructions.map((text, index) => ({
      title: `Step ${index + 1}`,
      instructions: text,
      dependsOn: index === 0 ? [] : [index],
    })),
  });

/** The assistants of a team that does what it is told, by what each message says. */
function team(own: Say) {
  return (text: string, count: number): Answer => {
    const said = own(text, count);
    if (said !== undefined) return said;
    if (text.includes('# The goal')) return call('plan.set', { tasks: TASKS });
    if (text.includes('No task is open'))
      return `${call('run.report_draft', { section: 'verify', text: 'Read the table.' })}\n${call('run.complete', { conclusion: 'Keep it by hand.' })}`;
    if (text.includes('# Task:'))
      return call('worker.report', {
        status: 'done',
        summary: `Did: ${/# Task: (.*)/.exec(text)?.[1]}.`,
        result: 'A | B | C',
      });
    return 'I wait.';
  };
}

interface RunWorld extends ChatModelWorld {
  readonly shown: (id: string) => Promise<ShownRun>;
  readonly start: (body?: object) => Promise<ShownRun>;
  readonly post: (id: string, what: string, body?: object) => Promise<ShownRun>;
  readonly reaches: (id: string, status: ShownRun['status']) => Promise<ShownRun>;
  /** The run, once its plan waits for a person. */
  readonly planned: (id: string) => Promise<ShownRun>;
  /** Accepts the plan that waits. */
  readonly accept: (id: string) => Promise<ShownRun>;
  /** Our id of the chat `mine`, which may act now. */
  readonly mine: () => Promise<string>;
}

/** A conductor with a chat site whose assistants work for runs. @param own What they say in place of what a good team would. */
export async function runWorld(
  own: Say = () => undefined,
  options?: Parameters<typeof chatModelWorld>[1],
): Promise<RunWorld> {
  const chats = await chatModelWorld(team(own), options);
  const shown = (id: string) => chats.ask<ShownRun>('GET', `/v1/runs/${id}`);
  const post = (id: string, what: string, body?: object) =>
    chats.ask<ShownRun>('POST', `/v1/runs/${id}/${what}`, body);
  async function planned(id: string): Promise<ShownRun> {
    await expect
      .poll(async () => (await shown(id)).waits.map(({ kind }) => kind), { timeout: 20_000 })
      .toEqual(['plan']);
    return shown(id);
  }
  return Object.assign(chats, {
    shown,
    post,
    planned,
    start: (body: object = {}) =>
      chats.ask<ShownRun>('POST', '/v1/runs', { goal: GOAL, team: 'pair', ...body }),
    accept: async (id: string) => post(id, 'plan/accept', { plan: (await planned(id)).plan_id }),
    async mine() {
      chats.site.observe('mine', 'Hello.');
      const id = await chats.idOf('mine');
      await chats.conductor.setMode(id, 'auto');
      return id;
    },
    async reaches(id: string, status: ShownRun['status']) {
      await expect
        .poll(async () => (await shown(id)).status, { timeout: 20_000, interval: 50 })
        .toBe(status);
      return shown(id);
    },
  });
}

/** Returns the messages at the site that hold the words. */
export const heard = ({ site }: Pick<ChatModelWorld, 'site'>, words: string): readonly Heard[] =>
  site.heard.filter(({ text }) => text.includes(words));

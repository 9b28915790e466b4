import * as z from 'zod';

import { one, operation } from './define.ts';
import { epochMs, identifier } from './fields.ts';

const itemId = z
  .string()
  .regex(/^[dfgqt]\d{1,9}$/, 'is an id of the memory, as d4')
  .meta({ description: 'As the memory shows it: `d4`.' });

const text = z.string().trim().min(1).max(1_000);

const note = z.string().trim().min(1).max(500).nullable().default(null).meta({
  description: 'Why a decision was made, who a todo is for, where a fact is from.',
});

const added = z.array(z.strictObject({ text, note })).max(50).default([]);

const items = z.array(itemId).max(100).default([]);

/** Change of a memory. People and the agents' tool send the same. */
export const memoryChange = z.strictObject({
  expect_version: z.int().min(0).meta({
    description:
      'The version that was read. What has changed since is not overwritten; adding always goes.',
  }),
  add: z
    .strictObject({
      goals: added,
      decisions: added,
      todos: added,
      facts: added,
      open_questions: added,
    })
    .prefault({}),
  change: z
    .array(z.strictObject({ id: itemId, text, note }))
    .max(50)
    .default([])
    .meta({ description: 'The new words take the place of the old ones, under a new id.' }),
  done: items.meta({ description: 'Todos that are done.' }),
  reopen: items.meta({ description: 'Todos that are not done after all.' }),
  remove: z
    .array(z.strictObject({ id: itemId, why: z.string().trim().min(1).max(500) }))
    .max(50)
    .default([]),
});

const memoryItem = z.object({
  id: z.string(),
  text: z.string(),
  note: z.string().nullable(),
  status: z.enum(['active', 'done']),
  by: z.enum(['agent', 'person']),
  created_at: epochMs,
  updated_at: epochMs,
});

export const memory = z.object({
  session_id: identifier,
  version: z.int().meta({ description: 'Rises with each change; 0: nothing was ever noted.' }),
  goals: z.array(memoryItem),
  decisions: z.array(memoryItem),
  todos: z.array(memoryItem),
  facts: z.array(memoryItem),
  open_questions: z.array(memoryItem),
});

export const memoryOperations = {
  getMemory: operation({
    ...one,
    method: 'GET',
    path: '/v1/agent-sessions/:id/memory',
    tag: 'agents',
    scope: 'watch',
    summary: 'What an agent has noted in a conversation.',
    command: 'memory show',
    response: memory,
  }),
  changeMemory: operation({
    ...one,
    method: 'PATCH',
    path: '/v1/agent-sessions/:id/memory',
    tag: 'agents',
    scope: 'full',
    summary: 'Changes what an agent has noted.',
    command: 'memory change',
    body: memoryChange,
    example: { expect_version: 7, add: { todos: [{ text: 'Ask for the invoice.' }] } },
    response: memory,
    errors: ['not_found', 'memory_conflict', 'quota_exceeded', 'invalid_transition'],
  }),
};

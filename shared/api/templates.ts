import * as z from 'zod';

import { PROGRAM_PLATFORMS, SCREEN_PROGRAMS } from '../model/program-platforms.ts';
import { one, operation, plain } from './define.ts';
import { epochMs, fault } from './fields.ts';
import { templateId } from './run-fields.ts';

/** No program can be given one. */
const withoutNul = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\0'), { error: 'holds no NUL' });

/** A program that a worker of a run can be made of, as a person writes it. */
export const programWish = z.strictObject({
  command: withoutNul(4_096).min(1).meta({
    description: 'A program that is on the path, or the whole path of one.',
  }),
  args: z.array(withoutNul(20_000)).max(100).default([]),
  env: z
    .array(z.string().regex(/^[A-Za-z_]\w{0,99}$/, 'is the name of a variable'))
    .max(50)
    .default([])
    .meta({
      description:
        'Names of variables that it gets of the conductor’s own, beside those that every program needs.',
    }),
  folder: withoutNul(4_096)
    .min(1)
    .nullable()
    .default(null)
    .meta({ description: 'Where it works unless its run names another folder.' }),
  screen: z.enum(SCREEN_PROGRAMS).default('shell').meta({
    description: 'Whose screens its own are read as; of a program in a terminal alone.',
  }),
});

/** The id of a template of one's own. */
export const PROGRAM_TEMPLATE_ID = /^(acp|terminal):([a-z0-9][a-z0-9_-]{0,39})$/;

const template = z.object({
  template_id: z.string(),
  kind: z.enum(['chat', 'agent', ...PROGRAM_PLATFORMS]),
  source: z.enum(['site', 'agent', 'builtin', 'file', 'own']).meta({
    description: '`file`: it stands in `programs.json`. `own`: a person wrote it here.',
  }),
  can_plan: z.boolean(),
  updated_at: epochMs.nullable(),
});

const wholeTemplate = template.extend({
  program: z.object(programWish.shape).nullable().meta({
    description:
      'What is started; null: it is no program, or it is sealed and its key is not here.',
  }),
});

const ofTemplate = { ...one, tag: 'runs' } as const;

export const templatesOperations = {
  listTemplates: operation({
    ...plain,
    method: 'GET',
    path: '/v1/templates',
    tag: 'runs',
    scope: 'watch',
    summary: 'What workers of runs can be made of.',
    command: 'template list',
    response: z.object({ items: z.array(template) }),
  }),
  getTemplate: operation({
    ...ofTemplate,
    method: 'GET',
    path: '/v1/templates/:id',
    scope: 'full',
    summary: 'One template, with the command that it starts.',
    command: 'template show',
    response: wholeTemplate,
  }),
  putTemplate: operation({
    ...ofTemplate,
    method: 'PUT',
    path: '/v1/templates/:id',
    scope: 'full',
    summary: 'Makes or replaces a program of your own that workers can be made of.',
    command: 'template put',
    body: programWish,
    example: { command: 'codex-acp', env: ['OPENAI_API_KEY'], folder: '/home/me/src/tool' },
    response: wholeTemplate,
    errors: ['invalid_transition', 'folder_refused', 'quota_exceeded', 'seal_locked'],
  }),
  removeTemplate: operation({
    ...ofTemplate,
    method: 'DELETE',
    path: '/v1/templates/:id',
    scope: 'full',
    summary: 'Removes a program of your own. What works already goes on.',
    command: 'template remove',
    response: z.object({ deleted: z.literal(true) }),
    errors: ['not_found', 'invalid_transition'],
  }),
  checkTemplate: operation({
    ...ofTemplate,
    method: 'POST',
    path: '/v1/templates/:id/check',
    scope: 'full',
    summary: 'Says what is in the way of a worker of it now.',
    command: 'template check',
    body: z.strictObject({
      folder: withoutNul(4_096)
        .min(1)
        .nullable()
        .default(null)
        .meta({ description: 'Where it is to work; null: where it says.' }),
      start: z.boolean().default(false).meta({
        description: 'A program that speaks the Agent Client Protocol is started, and ended again.',
      }),
    }),
    example: { start: true },
    response: z.object({
      template_id: templateId,
      ready: z.boolean(),
      faults: z.array(fault),
      ready_ms: z.int().nullable().meta({
        description: 'Milliseconds until it was ready; null: it was not started.',
      }),
    }),
  }),
};

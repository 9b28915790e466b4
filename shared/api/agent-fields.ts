import * as z from 'zod';

/** A model, as people and settings name it. */
export const modelRef = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}:.{1,200}$/, 'is written as endpoint:model')
  .meta({ description: 'A model, as `endpoint:model`.' });

export const agentId = z.string().regex(/^[a-z][a-z0-9-]{0,62}$/, 'is of a-z, 0-9 and "-"');

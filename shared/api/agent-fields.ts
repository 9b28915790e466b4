import * as z from 'zod';

/** A model, as people and settings name it. */
export const modelRef = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}:.{1,200}$/, 'is written as endpoint:model')
  .meta({ description: 'A model, as `endpoint:model`.' });

/** The id of a session as a client may choose it. */
export const chatId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/, 'is 8 to 64 of a-z, A-Z, 0-9, "_" and "-"');

export const agentId = z.string().regex(/^[a-z][a-z0-9-]{0,62}$/, 'is of a-z, 0-9 and "-"');

/** Purposes of a conversation with an agent. */
export const RUN_MODES = ['normal', 'readonly', 'settings'] as const;

export const runMode = z.enum(RUN_MODES).meta({
  description: 'What it may do: all, nothing that changes anything, or only what is of Baton.',
});

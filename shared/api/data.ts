import * as z from 'zod';

import { operation, plain } from './define.ts';
import { epochMs } from './fields.ts';

export const backup = z.object({
  file: z.string().meta({ description: 'Path on the conductor’s machine.' }),
  bytes: z.int(),
  created_at: epochMs,
});

export const forgotten = z.object({
  dry_run: z.boolean(),
  events: z.int(),
  messages: z.int(),
  jobs: z.int(),
  runs: z.int(),
  artifacts: z.int(),
  freed_bytes: z.int(),
});

export const dataOperations = {
  createBackup: operation({
    ...plain,
    method: 'POST',
    path: '/v1/backups',
    tag: 'data',
    scope: 'full',
    summary: 'Writes a complete copy of the data while the conductor runs.',
    body: z
      .strictObject({
        file: z.string().min(1).max(4_096).nullable().default(null).meta({
          description:
            'Absolute path of the folder to make; null: a new one under `backups` in the data folder.',
        }),
      })
      .prefault({}),
    example: { file: '/home/me/baton-backup' },
    response: backup,
    status: 201,
  }),
  forgetOld: operation({
    ...plain,
    method: 'POST',
    path: '/v1/retention/run',
    tag: 'data',
    scope: 'full',
    summary: 'Deletes what the retention settings say, now.',
    body: z.strictObject({ dry_run: z.boolean().default(false) }).prefault({}),
    example: { dry_run: true },
    response: forgotten,
  }),
  vacuum: operation({
    ...plain,
    method: 'POST',
    path: '/v1/vacuum',
    tag: 'data',
    scope: 'full',
    summary: 'Returns unused space of the database to the disk.',
    response: z.object({ bytes_before: z.int(), bytes_after: z.int() }),
  }),
};

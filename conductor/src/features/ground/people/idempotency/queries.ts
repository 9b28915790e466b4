import { query } from '../../../../engine/query.ts';
import type { IdempotencyRecord } from './rows.ts';

export const idempotencyKey = query<{ readonly key: string }, IdempotencyRecord | null>(
  'idempotencyKey',
);

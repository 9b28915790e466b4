import type { QueryType } from '../../engine/query.ts';
import type { IdempotencyKey } from './rows.ts';

export interface RequestsQueries {
  readonly idempotencyKey: QueryType<{ readonly key: string }, IdempotencyKey | null>;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends RequestsQueries {}
}

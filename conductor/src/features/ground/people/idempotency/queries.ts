import type { QueryType } from '../../../../engine/query.ts';
import type { IdempotencyRecord } from './rows.ts';

/** The queries of this feature, by name. */
export interface IdempotencyQueries {
  readonly idempotencyKey: QueryType<{ readonly key: string }, IdempotencyRecord | null>;
}

declare module '../../../../engine/query.ts' {
  interface QueryTypes extends IdempotencyQueries {}
}

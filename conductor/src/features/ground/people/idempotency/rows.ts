import { table } from '../../../../engine/tables.ts'; /** The response a request got, given again to whoever repeats it. */
export interface IdempotencyRecord {
  readonly key: string;
  /** The response, with a key that is made of the request: it opens for that one alone. */
  readonly sealed: string;
  readonly createdAt: number;
  readonly version: number;
}

export const IDEMPOTENCY_KEYS = table<IdempotencyRecord>('idempotencyKeys');

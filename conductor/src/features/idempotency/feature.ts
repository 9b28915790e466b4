import { feature } from '../../engine/feature.ts';
import { idempotencySqlite } from './sqlite.ts';
import { startIdempotency } from './start.ts';

export { type Idempotency } from './idempotency.ts';

/** Answers a request that is repeated under one Idempotency-Key with the response it got first. */
export const idempotencyFeature = feature({
  name: 'idempotency',
  sqlite: idempotencySqlite,
  start: startIdempotency,
});

import { feature } from '../../engine/feature.ts';
import { requestsSqlite } from './sqlite.ts';
import { startRequests } from './start.ts';

export { type Idempotency } from './idempotency.ts';

/** Requests that name themselves, handled once. */
export const requestsFeature = feature({
  name: 'requests',
  sqlite: requestsSqlite,
  start: startRequests,
});

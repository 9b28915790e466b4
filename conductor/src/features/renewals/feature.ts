import { renewalsOperations } from '../../../../shared/api/renewals.ts';
import { feature } from '../../engine/feature.ts';
import { renewalsSqlite } from './sqlite.ts';
import { startRenewals } from './start.ts';

export { isTimeZone, minuteOfDay } from './minute-of-day.ts';
export { type MinuteOfDay, nextTurn } from './renewal.ts';

/** Renewals: conversations that continue automatically towards a goal. */
export const renewalsFeature = feature({
  name: 'renewals',
  operations: renewalsOperations,
  sqlite: renewalsSqlite,
  start: startRenewals,
});

import { serviceOperations } from '../../../../../shared/api/service.ts';
import { feature } from '../../../engine/feature.ts';
import { serviceSqlite } from './sqlite.ts';
import { startService } from './start.ts';

export { exportEvents } from './export-events.ts';
export type { EventFilter } from './queries.ts';
export { type Readiness } from './readiness.ts';
export { eventView } from './views.ts';

/** The conductor itself: how it stands, what happened. */
export const trailFeature = feature({
  name: 'trail',
  operations: serviceOperations,
  sqlite: serviceSqlite,
  start: startService,
});

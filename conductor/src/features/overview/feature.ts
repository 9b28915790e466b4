import { overviewOperations } from '../../../../shared/api/overview.ts';
import { feature } from '../../engine/feature.ts';
import { overviewSqlite } from './sqlite.ts';
import { startOverview } from './start.ts';

export type { Overview } from './overview-broadcaster.ts';

/** How things stand, for people and for browsers. */
export const overviewFeature = feature({
  name: 'overview',
  operations: overviewOperations,
  sqlite: overviewSqlite,
  start: startOverview,
});

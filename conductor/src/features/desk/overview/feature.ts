import { numbersOperations } from '../../../../../shared/api/numbers.ts';
import { overviewOperations } from '../../../../../shared/api/overview.ts';
import { sitesOperations } from '../../../../../shared/api/sites.ts';
import { feature } from '../../../engine/feature.ts';
import { together } from '../../../engine/together.ts';
import { numbersSqlite } from './numbers/sqlite.ts';
import { startNumbers } from './numbers/start.ts';
import { sitesSqlite } from './sites/sqlite.ts';
import { startSites } from './sites/start.ts';
import { overviewSqlite } from './sqlite.ts';
import { startOverview } from './start.ts';

export type { Overview } from './overview-broadcaster.ts';

export type { NumbersPort } from './numbers/start.ts';

/** Overview of what waits, how well Baton gets on with each site, and how much happened, and how fast. */
export const overviewFeature = feature({
  name: 'overview',
  operations: { ...overviewOperations, ...sitesOperations, ...numbersOperations },
  sqlite: [overviewSqlite, sitesSqlite, numbersSqlite],
  start(kit) {
    const overview = startOverview(kit);
    const numbers = startNumbers(kit);
    const provides = { ...overview.provides, numbers: numbers.provides };
    return together(provides, overview, startSites(kit), numbers);
  },
});

import { sitesOperations } from '../../../../shared/api/sites.ts';
import { feature } from '../../engine/feature.ts';
import { sitesSqlite } from './sqlite.ts';
import { startSites } from './start.ts';

/** The chat sites that browsers know, and how well Baton gets on with each. */
export const sitesFeature = feature({
  name: 'sites',
  operations: sitesOperations,
  sqlite: sitesSqlite,
  start: startSites,
});

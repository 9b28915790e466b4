import { resourcesOperations } from '../../../../../shared/api/resources.ts';
import { feature } from '../../../engine/feature.ts';
import { resourcesSqlite } from './sqlite.ts';
import { startResources } from './start.ts';

export { forbidden, isPrivate, originOf } from './origin-of.ts';
export type { OpenPage } from './open-page.ts';
export type { SiteGrant } from './rows.ts';
export type { ResourcesPort } from './start.ts';

export { cancelCall } from './steps/cancel-call.ts';

/** Pages, terminals and services that chats act on. */
export const resourcesFeature = feature({
  name: 'resources',
  operations: resourcesOperations,
  sqlite: resourcesSqlite,
  start: startResources,
});

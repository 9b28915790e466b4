import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { resourcesQueries } from './queries.sqlite.ts';

import type { ResourcesTables } from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

const { executors, resources, resourceTabs, resourceCalls, siteGrants } = schema;

export const resourcesSqlite = sqliteImplementation<ResourcesTables, typeof queries, unknown>({
  schema,
  tables: {
    executors: { table: executors, key: executors.executorId, name: 'executorId' },
    resources: { table: resources, key: resources.resourceId, name: 'resourceId' },
    resourceTabs: { table: resourceTabs, key: resourceTabs.tabId, name: 'tabId' },
    resourceCalls: { table: resourceCalls, key: resourceCalls.callId, name: 'callId' },
    siteGrants: { table: siteGrants, key: siteGrants.grantId, name: 'grantId' },
  },
  queries: resourcesQueries,
});

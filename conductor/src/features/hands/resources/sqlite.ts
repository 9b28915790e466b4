import { kept, sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { resourcesQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

const { executors, resources, resourceTabs, resourceCalls, siteGrants } = schema;

export const resourcesSqlite = sqliteImplementation<typeof queries, unknown>({
  schema,
  tables: [
    kept(rows.EXECUTORS, { table: executors, key: executors.executorId, name: 'executorId' }),
    kept(rows.RESOURCES, { table: resources, key: resources.resourceId, name: 'resourceId' }),
    kept(rows.RESOURCE_TABS, { table: resourceTabs, key: resourceTabs.tabId, name: 'tabId' }),
    kept(rows.RESOURCE_CALLS, { table: resourceCalls, key: resourceCalls.callId, name: 'callId' }),
    kept(rows.SITE_GRANTS, { table: siteGrants, key: siteGrants.grantId, name: 'grantId' }),
  ],
  queries: resourcesQueries,
});

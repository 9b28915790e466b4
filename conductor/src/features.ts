import { actionsSqlite } from './features/actions/sqlite.ts';
import { approvalsSqlite } from './features/approvals/sqlite.ts';
import { artifactsSqlite } from './features/artifacts/sqlite.ts';
import { browsersSqlite } from './features/browsers/sqlite.ts';
import { conversationsSqlite } from './features/conversations/sqlite.ts';
import { dataSqlite } from './features/data/sqlite.ts';
import { deliveriesSqlite } from './features/deliveries/sqlite.ts';
import { policySqlite } from './features/policy/sqlite.ts';
import { renewalsSqlite } from './features/renewals/sqlite.ts';
import { repliesSqlite } from './features/replies/sqlite.ts';
import { requestsSqlite } from './features/requests/sqlite.ts';
import { serviceSqlite } from './features/service/sqlite.ts';
import { settingsSqlite } from './features/settings/sqlite.ts';
import { joinSqliteParts } from './stores/sqlite/parts.ts';

/** What all features have in SQLite. */
export const SQLITE_PARTS = joinSqliteParts([
  browsersSqlite,
  settingsSqlite,
  conversationsSqlite,
  policySqlite,
  artifactsSqlite,
  deliveriesSqlite,
  actionsSqlite,
  approvalsSqlite,
  renewalsSqlite,
  repliesSqlite,
  requestsSqlite,
  dataSqlite,
  serviceSqlite,
]);

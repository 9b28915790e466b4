import { sqliteImplementation } from '../../stores/sqlite/sqlite-implementation.ts';
import { agentsQueries } from './queries.sqlite.ts';
import type { AgentsQueries } from './queries.ts';
import type { AgentsTables } from './rows.ts';
import * as schema from './tables.sqlite.ts';

/** What the feature has in SQLite. */
export const agentsSqlite = sqliteImplementation<AgentsTables, AgentsQueries, unknown>({
  schema,
  tables: {
    agentSessions: {
      table: schema.agentSessions,
      key: schema.agentSessions.conversationKey,
      name: 'conversationKey',
    },
    agentMessages: {
      table: schema.agentMessages,
      key: schema.agentMessages.messageId,
      name: 'messageId',
    },
    agentRuns: { table: schema.agentRuns, key: schema.agentRuns.runId, name: 'runId' },
    agentSteps: { table: schema.agentSteps, key: schema.agentSteps.stepId, name: 'stepId' },
  },
  queries: agentsQueries,
});

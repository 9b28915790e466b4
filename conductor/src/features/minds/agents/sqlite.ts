import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import type { AgentsChanges } from './changes.ts';
import { appendStreamRow, dropStreamRows } from './changes.sqlite.ts';
import { agentsQueries } from './queries.sqlite.ts';

import type { AgentsTables } from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

/** SQLite implementation of the feature. */
export const agentsSqlite = sqliteImplementation<AgentsTables, typeof queries, AgentsChanges>({
  schema,
  tables: {
    agentDefinitions: {
      table: schema.agentDefinitions,
      key: schema.agentDefinitions.agentId,
      name: 'agentId',
    },
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
    agentTurns: { table: schema.agentTurns, key: schema.agentTurns.jobId, name: 'jobId' },
    agentStreams: { table: schema.agentStreams, key: schema.agentStreams.runId, name: 'runId' },
  },
  queries: agentsQueries,
  changes: { append_agent_stream: appendStreamRow, drop_agent_stream: dropStreamRows },
  unlisted: ['append_agent_stream', 'drop_agent_stream'],
});

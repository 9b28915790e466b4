import { kept, sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import type * as changes from './changes.ts';
import { appendStreamRow, dropStreamRows } from './changes.sqlite.ts';
import { agentsQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

/** SQLite implementation of the feature. */
export const agentsSqlite = sqliteImplementation<typeof queries, typeof changes>({
  schema,
  tables: [
    kept(rows.AGENT_DEFINITIONS, {
      table: schema.agentDefinitions,
      key: schema.agentDefinitions.agentId,
      name: 'agentId',
    }),
    kept(rows.AGENT_SESSIONS, {
      table: schema.agentSessions,
      key: schema.agentSessions.conversationKey,
      name: 'conversationKey',
    }),
    kept(rows.AGENT_MESSAGES, {
      table: schema.agentMessages,
      key: schema.agentMessages.messageId,
      name: 'messageId',
    }),
    kept(rows.AGENT_RUNS, { table: schema.agentRuns, key: schema.agentRuns.runId, name: 'runId' }),
    kept(rows.AGENT_STEPS, {
      table: schema.agentSteps,
      key: schema.agentSteps.stepId,
      name: 'stepId',
    }),
    kept(rows.AGENT_TURNS, {
      table: schema.agentTurns,
      key: schema.agentTurns.jobId,
      name: 'jobId',
    }),
    kept(rows.AGENT_STREAMS, {
      table: schema.agentStreams,
      key: schema.agentStreams.runId,
      name: 'runId',
    }),
  ],
  queries: agentsQueries,
  changes: { appendAgentStream: appendStreamRow, dropAgentStream: dropStreamRows },
  unlisted: ['appendAgentStream', 'dropAgentStream'],
});

import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { runsQueries } from './queries.sqlite.ts';

import type { RunsTables } from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

/** SQLite implementation of the feature. */
export const runsSqlite = sqliteImplementation<RunsTables, typeof queries, unknown>({
  schema,
  tables: {
    runs: { table: schema.runs, key: schema.runs.runId, name: 'runId' },
    runWorkers: { table: schema.runWorkers, key: schema.runWorkers.workerId, name: 'workerId' },
    runTasks: { table: schema.runTasks, key: schema.runTasks.taskId, name: 'taskId' },
    runTeams: { table: schema.runTeams, key: schema.runTeams.teamId, name: 'teamId' },
    runTemplates: {
      table: schema.runTemplates,
      key: schema.runTemplates.templateId,
      name: 'templateId',
    },
    runEvidence: {
      table: schema.runEvidence,
      key: schema.runEvidence.evidenceId,
      name: 'evidenceId',
    },
    runCalls: { table: schema.runCalls, key: schema.runCalls.callId, name: 'callId' },
    runInputs: { table: schema.runInputs, key: schema.runInputs.inputId, name: 'inputId' },
  },
  queries: runsQueries,
});

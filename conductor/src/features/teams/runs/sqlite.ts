import { kept, sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import { runsQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

/** SQLite implementation of the feature. */
export const runsSqlite = sqliteImplementation<typeof queries, unknown>({
  schema,
  tables: [
    kept(rows.RUNS, { table: schema.runs, key: schema.runs.runId, name: 'runId' }),
    kept(rows.RUN_WORKERS, {
      table: schema.runWorkers,
      key: schema.runWorkers.workerId,
      name: 'workerId',
    }),
    kept(rows.RUN_TASKS, { table: schema.runTasks, key: schema.runTasks.taskId, name: 'taskId' }),
    kept(rows.RUN_TEAMS, { table: schema.runTeams, key: schema.runTeams.teamId, name: 'teamId' }),
    kept(rows.RUN_TEMPLATES, {
      table: schema.runTemplates,
      key: schema.runTemplates.templateId,
      name: 'templateId',
    }),
    kept(rows.RUN_EVIDENCE, {
      table: schema.runEvidence,
      key: schema.runEvidence.evidenceId,
      name: 'evidenceId',
    }),
    kept(rows.RUN_CALLS, { table: schema.runCalls, key: schema.runCalls.callId, name: 'callId' }),
    kept(rows.RUN_INPUTS, {
      table: schema.runInputs,
      key: schema.runInputs.inputId,
      name: 'inputId',
    }),
  ],
  queries: runsQueries,
});

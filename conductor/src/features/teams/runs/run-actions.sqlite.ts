import { and, eq, getTableColumns, sql } from 'drizzle-orm';

import { pagedQuery } from '../../../stores/sqlite/page.ts';
import { type ApprovalDecision } from '../../heart/actions/feature.ts';
import { instructions } from '../../heart/actions/tables.sqlite.ts';
import type { RunAction } from './queries.ts';
import { runs, runWorkers } from './tables.sqlite.ts';

/** Limit to the time in which a worker worked for the run: calls of the same chat before or after are not the run's. */
const whileItWorked = sql`${instructions.createdAt} >= ${runWorkers.begunAt}
  and ${instructions.createdAt} <= coalesce(${runWorkers.endedAt}, ${runs.endedAt}, ${instructions.createdAt})`;

/** Calls that workers of a run asked for, in pages. */
export const runActions = pagedQuery<'runId' | 'workerId', RunAction>({
  key: [instructions.createdAt, instructions.instructionId],
  filters: {
    runId: eq(runWorkers.runId, sql.placeholder('runId')),
    workerId: eq(runWorkers.workerId, sql.placeholder('workerId')),
  },
  build: (db, { where, orderBy, limit }) =>
    db
      .select({
        workerId: runWorkers.workerId,
        instruction: getTableColumns(instructions),
        decision: sql<ApprovalDecision | null>`(select a.decision from approvals a
          where a.instruction_id = ${instructions.instructionId} order by a.created_at desc limit 1)`,
      })
      .from(runWorkers)
      .innerJoin(runs, eq(runs.runId, runWorkers.runId))
      .innerJoin(instructions, eq(instructions.conversationKey, runWorkers.conversationKey))
      .where(and(whileItWorked, where))
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf: ({ instruction: { createdAt, instructionId } }) => [createdAt, instructionId],
});

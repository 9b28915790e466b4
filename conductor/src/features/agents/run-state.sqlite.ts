import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';

import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import type { Db } from '../../stores/sqlite/open-database.ts';
import { approvals, instructions } from '../actions/tables.sqlite.ts';
import { conversations } from '../conversations/tables.sqlite.ts';
import { deliveryJobs } from '../deliveries/tables.sqlite.ts';
import type { AgentRunState } from './queries.ts';
import { agentRuns, agentSessions, agentSteps } from './tables.sqlite.ts';

const runWithAll = preparedQuery((db) =>
  db
    .select({
      run: getTableColumns(agentRuns),
      session: getTableColumns(agentSessions),
      conversation: getTableColumns(conversations),
      job: getTableColumns(deliveryJobs),
    })
    .from(agentRuns)
    .innerJoin(agentSessions, eq(agentSessions.conversationKey, agentRuns.conversationKey))
    .innerJoin(conversations, eq(conversations.conversationKey, agentRuns.conversationKey))
    .innerJoin(deliveryJobs, eq(deliveryJobs.jobId, agentRuns.runId))
    .where(eq(agentRuns.runId, sql.placeholder('runId')))
    .prepare(),
);

const stepsOf = preparedQuery((db) =>
  db
    .select()
    .from(agentSteps)
    .where(eq(agentSteps.runId, sql.placeholder('runId')))
    .orderBy(asc(agentSteps.number))
    .prepare(),
);

const instructionsOf = preparedQuery((db) =>
  db
    .select(getTableColumns(instructions))
    .from(agentSteps)
    .innerJoin(instructions, eq(instructions.anchorId, agentSteps.stepId))
    .where(eq(agentSteps.runId, sql.placeholder('runId')))
    .orderBy(asc(agentSteps.number), asc(instructions.position))
    .prepare(),
);

const approvalsOf = preparedQuery((db) =>
  db
    .select(getTableColumns(approvals))
    .from(agentSteps)
    .innerJoin(instructions, eq(instructions.anchorId, agentSteps.stepId))
    .innerJoin(approvals, eq(approvals.instructionId, instructions.instructionId))
    .where(
      and(eq(agentSteps.runId, sql.placeholder('runId')), eq(approvals.subjectKind, 'instruction')),
    )
    .orderBy(asc(approvals.createdAt), asc(instructions.position))
    .prepare(),
);

const workersOf = preparedQuery((db) =>
  db
    // Of the row with the newest start, as SQLite has it beside `max`.
    .select({ runId: agentRuns.runId, startedAt: sql<number>`max(${agentRuns.startedAt})` })
    .from(agentSteps)
    .innerJoin(instructions, eq(instructions.anchorId, agentSteps.stepId))
    .innerJoin(agentSessions, eq(agentSessions.parentInstructionId, instructions.instructionId))
    .innerJoin(agentRuns, eq(agentRuns.conversationKey, agentSessions.conversationKey))
    .where(
      and(
        eq(agentSteps.runId, sql.placeholder('runId')),
        eq(agentRuns.parentRunId, agentSteps.runId),
      ),
    )
    .groupBy(instructions.instructionId)
    .orderBy(asc(agentSteps.number), asc(instructions.position))
    .prepare(),
);

/** A run with all that decides how it goes on. */
export function runState(db: Db, runId: string): AgentRunState | null {
  const found = runWithAll(db).get({ runId });
  if (found === undefined) return null;
  const steps = stepsOf(db).all({ runId });
  const workers = found.run.workersUsed === 0 ? [] : workersOf(db).all({ runId });
  return {
    ...found,
    steps,
    workers: workers.flatMap((worker) => runState(db, worker.runId) ?? []),
    instructions: instructionsOf(db).all({ runId }),
    approvals: approvalsOf(db).all({ runId }),
  };
}

import { and, asc, eq, getTableColumns, gte, sql } from 'drizzle-orm';

import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import type { Db } from '../../stores/sqlite/open-database.ts';
import { approvals, instructions } from '../actions/tables.sqlite.ts';
import { conversations } from '../conversations/tables.sqlite.ts';
import { deliveryJobs } from '../deliveries/tables.sqlite.ts';
import type { AgentRunPart, AgentRunState } from './queries.ts';
import { agentRuns, agentSessions, agentSteps, agentStreams } from './tables.sqlite.ts';

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

const fromStep = and(
  eq(agentSteps.runId, sql.placeholder('runId')),
  gte(agentSteps.number, sql.placeholder('from')),
);

const stepsOf = preparedQuery((db) =>
  db.select().from(agentSteps).where(fromStep).orderBy(asc(agentSteps.number)).prepare(),
);

const instructionsOf = preparedQuery((db) =>
  db
    .select(getTableColumns(instructions))
    .from(agentSteps)
    .innerJoin(instructions, eq(instructions.anchorId, agentSteps.stepId))
    .where(fromStep)
    .orderBy(asc(agentSteps.number), asc(instructions.position))
    .prepare(),
);

const approvalsOf = preparedQuery((db) =>
  db
    .select(getTableColumns(approvals))
    .from(agentSteps)
    .innerJoin(instructions, eq(instructions.anchorId, agentSteps.stepId))
    .innerJoin(approvals, eq(approvals.instructionId, instructions.instructionId))
    .where(and(fromStep, eq(approvals.subjectKind, 'instruction')))
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

const newestStep = preparedQuery((db) =>
  db
    .select({ number: sql<number>`max(${agentSteps.number})` })
    .from(agentSteps)
    .where(eq(agentSteps.runId, sql.placeholder('runId')))
    .prepare(),
);

const newestTold = preparedQuery((db) =>
  db
    .select({ number: sql<number>`json_extract(${agentStreams.told}, '$.step')` })
    .from(agentStreams)
    .where(and(eq(agentStreams.runId, sql.placeholder('runId')), eq(agentStreams.isDropped, false)))
    .prepare(),
);

/** A run with all of its steps, or from one on. */
export function runState(db: Db, runId: string): AgentRunState | null {
  const part = stepsFrom(db, runId, 0, runState);
  return part && { ...part, isWhole: true };
}

/** A run from its newest step, or the newest that its stream tells of. */
export function runPart(db: Db, runId: string, from: 'newest' | 'told'): AgentRunPart | null {
  const asked = { runId };
  if (from === 'newest') {
    const newest = newestStep(db).get(asked)?.number ?? 0;
    return stepsFrom(db, runId, newest, (_db, worker) => runPart(db, worker, 'newest'));
  }
  return stepsFrom(db, runId, newestTold(db).get(asked)?.number ?? 0, runState);
}

function stepsFrom<Worker extends AgentRunPart>(
  db: Db,
  runId: string,
  from: number,
  workerOf: (db: Db, runId: string) => Worker | null,
): (Omit<AgentRunPart, 'workers'> & { readonly workers: readonly Worker[] }) | null {
  const asked = { runId, from };
  const found = runWithAll(db).get(asked);
  if (found === undefined) return null;
  const workers = found.run.workersUsed === 0 ? [] : workersOf(db).all(asked);
  return {
    ...found,
    steps: stepsOf(db).all(asked),
    workers: workers.flatMap((worker) => workerOf(db, worker.runId) ?? []),
    instructions: instructionsOf(db).all(asked),
    approvals: approvalsOf(db).all(asked),
  };
}

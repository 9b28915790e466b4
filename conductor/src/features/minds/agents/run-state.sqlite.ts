import { and, asc, eq, getTableColumns, gte, sql } from 'drizzle-orm';

import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { rowOf, rowsOf } from '../../../stores/sqlite/row-list.ts';
import {
  approvals,
  approvalsAbout,
  instructions,
  instructionsOfReply,
} from '../../heart/actions/tables.sqlite.ts';
import { conversationByKey } from '../../heart/conversations/tables.sqlite.ts';
import { jobById } from '../../heart/deliveries/tables.sqlite.ts';
import { stepId } from './new-step.ts';
import type { AgentRunPart, AgentRunState } from './queries.ts';
import {
  agentRuns,
  agentSessionByKey,
  agentSessions,
  agentSteps,
  openStepOf,
  runById,
  stepById,
  streamOfRun,
} from './tables.sqlite.ts';

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

/** More steps than these are read at once; fewer are looked up, as those that are under way are known. */
const FEW_STEPS = 4;

/** A run with all of its steps. */
export function runState(db: Db, runId: string): AgentRunState | null {
  const part = stepsFrom(db, runId, 0, runState);
  return part && { ...part, isWhole: true };
}

/** A run from a step on: that number, its newest, or the newest that its stream tells of. */
export function runPart(
  db: Db,
  runId: string,
  from: number | 'newest' | 'told',
): AgentRunPart | null {
  if (from === 'told') {
    const stream = rowOf(db, streamOfRun, runId);
    const told = stream === null || stream.isDropped ? 0 : stream.told.step;
    return stepsFrom(db, runId, told, runState);
  }
  const first = from === 'newest' ? newestNumber(db, runId) : from;
  return stepsFrom(db, runId, first, (_db, worker) => runPart(db, worker, 'newest'));
}

function newestNumber(db: Db, runId: string): number {
  const open = rowOf(db, openStepOf, runId);
  return open?.number ?? newestStep(db).get({ runId })?.number ?? 0;
}

function stepsFrom<Worker extends AgentRunPart>(
  db: Db,
  runId: string,
  from: number,
  workerOf: (db: Db, runId: string) => Worker | null,
): (Omit<AgentRunPart, 'workers'> & { readonly workers: readonly Worker[] }) | null {
  const run = rowOf(db, runById, runId);
  const session = run && rowOf(db, agentSessionByKey, run.conversationKey);
  const conversation = run && rowOf(db, conversationByKey, run.conversationKey);
  const job = rowOf(db, jobById, runId);
  if (run === null || session === null || conversation === null || job === null) return null;
  const workers = run.workersUsed === 0 ? [] : workersOf(db).all({ runId });
  return {
    run,
    session,
    conversation,
    job,
    ...madeIn(db, runId, Math.max(from, 0)),
    workers: workers.flatMap((worker) => workerOf(db, worker.runId) ?? []),
  };
}

/** Steps, and what they led to. */
function madeIn(
  db: Db,
  runId: string,
  from: number,
): Pick<AgentRunPart, 'steps' | 'instructions' | 'approvals'> {
  const count = newestNumber(db, runId) - from + 1;
  if (count > FEW_STEPS) {
    const asked = { runId, from };
    return {
      steps: stepsOf(db).all(asked),
      instructions: instructionsOf(db).all(asked),
      approvals: approvalsOf(db).all(asked),
    };
  }
  const numbers = Array.from({ length: Math.max(count, 0) }, (_, index) => from + index);
  const steps = numbers.flatMap((number) => rowsOf(db, stepById, stepId(runId, number)));
  const made = steps.flatMap((step) =>
    rowsOf(db, instructionsOfReply, step.stepId).toSorted((a, b) => a.position - b.position),
  );
  const asked = made.flatMap(({ instructionId }) => rowsOf(db, approvalsAbout, instructionId));
  return {
    steps,
    instructions: made,
    approvals: asked
      .filter(({ subjectKind }) => subjectKind === 'instruction')
      .toSorted((a, b) => a.createdAt - b.createdAt),
  };
}

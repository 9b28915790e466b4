import { and, asc, desc, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm';

import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { rowOf } from '../../../stores/sqlite/row-list.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { instructions } from '../../heart/actions/tables.sqlite.ts';

import {
  agentRuns,
  agentSessions,
  agentSteps,
  agentStreamRows,
  agentStreams,
  streamOfRun,
} from './tables.sqlite.ts';
import type * as queries from './queries.ts';

const STREAM_ROW = {
  first: agentStreamRows.first,
  count: agentStreamRows.count,
  body: agentStreamRows.body,
};

const streamRowsOf = preparedQuery((db) =>
  db
    .select(STREAM_ROW)
    .from(agentStreamRows)
    .where(
      and(
        eq(agentStreamRows.runId, sql.placeholder('runId')),
        gt(sql`${agentStreamRows.first} + ${agentStreamRows.count} - 1`, sql.placeholder('after')),
      ),
    )
    .orderBy(asc(agentStreamRows.first))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const askedBy = preparedQuery((db) =>
  db
    .select({
      name: agentSessions.agentId,
      step: agentSteps.number,
      calls: agentSteps.calls,
      position: instructions.position,
      asker: getTableColumns(agentStreams),
    })
    .from(agentRuns)
    .innerJoin(agentSessions, eq(agentSessions.conversationKey, agentRuns.conversationKey))
    .innerJoin(instructions, eq(instructions.instructionId, agentSessions.parentInstructionId))
    .innerJoin(agentSteps, eq(agentSteps.stepId, instructions.anchorId))
    .innerJoin(agentStreams, eq(agentStreams.runId, agentSteps.runId))
    .where(
      and(
        eq(agentRuns.runId, sql.placeholder('runId')),
        // In its session a person may have turns of their own.
        eq(agentRuns.parentRunId, agentSteps.runId),
      ),
    )
    .prepare(),
);

/** No text of a chunk can look like the beginning of one: its quotes are escaped. */
const pausesOf = preparedQuery((db) =>
  db
    .select(STREAM_ROW)
    .from(agentStreamRows)
    .where(
      and(
        eq(agentStreamRows.runId, sql.placeholder('runId')),
        sql`(instr(${agentStreamRows.body}, '{"type":"tool-approval-request",') > 0
          or instr(${agentStreamRows.body}, '{"type":"finish",') > 0)`,
      ),
    )
    .orderBy(asc(agentStreamRows.first))
    .prepare(),
);

const openStreams = preparedQuery((db) =>
  db
    .select({ runId: agentStreams.runId })
    .from(agentStreams)
    .where(sql`${agentStreams.isOpen} = 1`)
    .prepare(),
);

const oldStreams = preparedQuery((db) =>
  db
    .select({ runId: agentStreams.runId })
    .from(agentStreams)
    .innerJoin(agentRuns, eq(agentRuns.runId, agentStreams.runId))
    .where(
      and(
        sql`${agentStreams.isDropped} = 0`,
        sql`${agentStreams.isOpen} = 0`,
        lt(agentStreams.closedAt, sql.placeholder('before')),
        sql`${agentRuns.status} in ('succeeded', 'failed', 'stopped')`,
      ),
    )
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const openIn = preparedQuery((db) =>
  db
    .select({ runId: agentRuns.runId })
    .from(agentRuns)
    .innerJoin(agentStreams, eq(agentStreams.runId, agentRuns.runId))
    .where(
      and(
        eq(agentRuns.conversationKey, sql.placeholder('conversationKey')),
        sql`${agentStreams.isOpen} = 1`,
      ),
    )
    .orderBy(desc(agentRuns.startedAt))
    .limit(1)
    .prepare(),
);

/** Queries of the streams of runs, chunk by chunk. */
export const streamQueries = {
  agentStream: (db, { runId }) => rowOf(db, streamOfRun, runId),
  openAgentStream(db, asked) {
    const found = openIn(db).get(asked);
    return found === undefined ? null : rowOf(db, streamOfRun, found.runId);
  },
  agentStreamRows: (db, asked) => streamRowsOf(db).all(asked),
  workerNews(db, { runId, limit }) {
    const found = askedBy(db).get({ runId });
    const toolCallId = found?.calls[found.position]?.toolCallId;
    if (found === undefined || toolCallId === undefined) return null;
    const { name, step, position, asker } = found;
    const after = asker.told.heard?.[runId] ?? 0;
    const rows = streamRowsOf(db).all({ runId, after, limit });
    return { name, call: { step, position, toolCallId }, asker, rows };
  },
  agentStreamPauses: (db, asked) => pausesOf(db).all(asked),
  openAgentStreams: (db) =>
    openStreams(db)
      .all()
      .map(({ runId }) => runId),
  oldAgentStreams: (db, asked) =>
    oldStreams(db)
      .all(asked)
      .map(({ runId }) => runId),
} satisfies Partial<QueryImplementations<typeof queries>>;

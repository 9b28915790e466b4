import {
  and,
  type AnyColumn,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  like,
  ne,
  or,
  sql,
} from 'drizzle-orm';

import { PROGRAM_PLATFORMS } from '../../../../../shared/model/program-platforms.ts';

import { pagedQuery } from '../../../stores/sqlite/page.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { approvals, instructions } from '../../heart/actions/tables.sqlite.ts';
import { isBusy } from '../../heart/actions/feature.ts';
import { conversations } from '../../heart/conversations/tables.sqlite.ts';
import { deliveryJobs } from '../../heart/deliveries/tables.sqlite.ts';
import { policyRules } from '../../heart/policy/tables.sqlite.ts';
import type { ListedRun } from './queries.ts';
import { ROLE_RULE } from './role-rules.ts';
import type { SealedTable } from './run-texts.ts';
import { runActions } from './run-actions.sqlite.ts';
import {
  runCalls,
  runEvidence,
  runInputs,
  runs,
  runTasks,
  runTeams,
  runTemplates,
  runWorkers,
} from './tables.sqlite.ts';
import { CONVERSATION_TEMPLATE } from './template-id.ts';
import type * as queries from './queries.ts';

/** They differ in other columns, which are told apart by the table that is asked for. */
const sealedIn = (of: object, id: AnyColumn): { of: typeof runs; id: AnyColumn } => ({
  of: of as typeof runs,
  id,
});

const SEALED: Readonly<Record<SealedTable, ReturnType<typeof sealedIn>>> = {
  runs: sealedIn(runs, runs.runId),
  runWorkers: sealedIn(runWorkers, runWorkers.workerId),
  runTasks: sealedIn(runTasks, runTasks.taskId),
  runInputs: sealedIn(runInputs, runInputs.inputId),
  runTeams: sealedIn(runTeams, runTeams.teamId),
  runTemplates: sealedIn(runTemplates, runTemplates.templateId),
  runEvidence: sealedIn(runEvidence, runEvidence.evidenceId),
};

/** Word for word as in the partial index. */
const isOpen = sql`${runs.status} not in ('finished', 'stopped', 'failed')`;

const runOf = preparedQuery((db) =>
  db
    .select()
    .from(runs)
    .where(eq(runs.runId, sql.placeholder('runId')))
    .prepare(),
);

const newestJob = sql`(select max(newest.rowid) from ${deliveryJobs} as newest
    where newest.conversation_key = ${runWorkers.conversationKey})`;

const actionsOf = (which: string) =>
  sql<number>`(select count(*) from instructions i where i.conversation_key = ${runWorkers.conversationKey}
    and i.status not in ('succeeded', 'failed') and ${sql.raw(which)})`;

/** An agent answers in steps, and its conversation hears it at their end. */
const heardAt = sql<number | null>`nullif(max(coalesce(${conversations.latestObservedAt}, 0),
    coalesce((select max(s.started_at, coalesce(s.replied_at, 0), coalesce(s.finished_at, 0)) from agent_steps s
      where s.run_id = (select r.run_id from agent_runs r
        where r.conversation_key = ${runWorkers.conversationKey} order by r.started_at desc limit 1)
      order by s.number desc limit 1), 0)), 0)`;

const workersOf = preparedQuery((db) =>
  db
    .select({
      worker: getTableColumns(runWorkers),
      conversation: getTableColumns(conversations),
      lastJob: getTableColumns(deliveryJobs),
      openJobs: sql<number>`(select count(*) from delivery_jobs j
        where j.conversation_key = ${runWorkers.conversationKey} and j.status not in ('finalized', 'failed'))`,
      openActions: actionsOf('1'),
      waiting: actionsOf(`i.status in ('awaiting_approval', 'outcome_unknown')`),
      inputs: sql<number>`(select count(*) from run_inputs i
        where i.worker_id = ${runWorkers.workerId} and i.status <> 'dropped')`,
      heardAt,
    })
    .from(runWorkers)
    .leftJoin(conversations, eq(conversations.conversationKey, runWorkers.conversationKey))
    .leftJoin(deliveryJobs, sql`${deliveryJobs}.rowid = ${newestJob}`)
    .where(eq(runWorkers.runId, sql.placeholder('runId')))
    .orderBy(asc(runWorkers.position))
    .prepare(),
);

const tasksOf = preparedQuery((db) =>
  db
    .select()
    .from(runTasks)
    .where(eq(runTasks.runId, sql.placeholder('runId')))
    .orderBy(asc(runTasks.position))
    .prepare(),
);

const queuedOf = preparedQuery((db) =>
  db
    .select()
    .from(runInputs)
    .where(and(eq(runInputs.runId, sql.placeholder('runId')), sql`${runInputs.status} = 'queued'`))
    .orderBy(sql`${runInputs}.rowid`)
    .prepare(),
);

const evidenceOf = preparedQuery((db) =>
  db
    .select()
    .from(runEvidence)
    .where(eq(runEvidence.runId, sql.placeholder('runId')))
    .orderBy(asc(runEvidence.createdAt), sql`${runEvidence}.rowid`)
    .prepare(),
);

const unsentOf = preparedQuery((db) =>
  db
    .select({ workerId: runInputs.workerId, job: getTableColumns(deliveryJobs) })
    .from(runInputs)
    .innerJoin(deliveryJobs, eq(deliveryJobs.jobId, runInputs.jobId))
    .where(
      and(
        eq(runInputs.runId, sql.placeholder('runId')),
        inArray(deliveryJobs.status, ['pending', 'dispatched', 'retry_wait']),
      ),
    )
    .prepare(),
);

const rulesOf = preparedQuery((db) =>
  db
    .select(getTableColumns(policyRules))
    .from(runWorkers)
    .innerJoin(
      policyRules,
      sql`${policyRules.ruleId} between ${runWorkers.workerId} || ${ROLE_RULE} and ${runWorkers.workerId} || ${`${ROLE_RULE}~`}`,
    )
    .where(eq(runWorkers.runId, sql.placeholder('runId')))
    .prepare(),
);

/** Rules of a planner hold in the conversations of its workers, too. */
const outlivedRules = preparedQuery((db) =>
  db
    .select(getTableColumns(policyRules))
    .from(policyRules)
    .where(
      sql`instr(${policyRules.ruleId}, ${ROLE_RULE}) > 0
        and not exists (select 1 from ${runWorkers} join ${runs} on ${runs.runId} = ${runWorkers.runId}
          where ${runWorkers.workerId} = substr(${policyRules.ruleId}, 1, instr(${policyRules.ruleId}, ${ROLE_RULE}) - 1)
            and ${runWorkers.endedAt} is null and ${isOpen})
        and not exists (select 1 from ${conversations}
          where (${conversations.conversationKey} = ${policyRules.conversationKey}
              or ${conversations.parentKey} = ${policyRules.conversationKey})
            and (${isBusy}))`,
    )
    .prepare(),
);

const inputsOf = preparedQuery((db) =>
  db
    .select()
    .from(runInputs)
    .where(eq(runInputs.runId, sql.placeholder('runId')))
    .orderBy(desc(runInputs.createdAt), sql`${runInputs}.rowid desc`)
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const inputOf = preparedQuery((db) =>
  db
    .select()
    .from(runInputs)
    .where(eq(runInputs.inputId, sql.placeholder('inputId')))
    .prepare(),
);

const workerAt = preparedQuery((db) =>
  db
    .select(getTableColumns(runWorkers))
    .from(runWorkers)
    .innerJoin(runs, eq(runs.runId, runWorkers.runId))
    .where(
      and(
        eq(runWorkers.conversationKey, sql.placeholder('conversationKey')),
        isNull(runWorkers.endedAt),
        isOpen,
      ),
    )
    .limit(1)
    .prepare(),
);

const toldBefore = preparedQuery((db) =>
  db
    .select({ inputId: runInputs.inputId })
    .from(runInputs)
    .leftJoin(deliveryJobs, eq(deliveryJobs.jobId, runInputs.jobId))
    .leftJoin(instructions, eq(instructions.instructionId, sql.placeholder('instructionId')))
    .where(
      and(
        eq(runInputs.workerId, sql.placeholder('workerId')),
        eq(runInputs.status, 'sent'),
        // A removed delivery is an old one.
        sql`(${deliveryJobs.jobId} is null
          or ${deliveryJobs.startedAt} <= coalesce(${instructions.createdAt}, ${deliveryJobs.startedAt}))`,
      ),
    )
    .limit(1)
    .prepare(),
);

const isOpenTurn = sql`${deliveryJobs.status} in ('pending', 'acked')`;

const isProgram = inArray(conversations.platform, [...PROGRAM_PLATFORMS]);

const runsUnderWay = preparedQuery(({ $client }) =>
  $client.prepare<[], { runId: string }>(
    // SQLite would go through all runs, in their order.
    `select run_id as runId from runs indexed by runs_open
     where status not in ('finished', 'stopped', 'failed') order by created_at`,
  ),
);

const programsWithTurns = preparedQuery((db) =>
  db
    .selectDistinct({ conversationKey: deliveryJobs.conversationKey })
    .from(deliveryJobs)
    .innerJoin(conversations, eq(conversations.conversationKey, deliveryJobs.conversationKey))
    .where(and(isOpenTurn, isProgram))
    .prepare(),
);

const programTurnAt = preparedQuery((db) =>
  db
    .select({
      job: getTableColumns(deliveryJobs),
      conversation: getTableColumns(conversations),
      worker: getTableColumns(runWorkers),
    })
    .from(deliveryJobs)
    .innerJoin(conversations, eq(conversations.conversationKey, deliveryJobs.conversationKey))
    .innerJoin(runWorkers, eq(runWorkers.conversationKey, deliveryJobs.conversationKey))
    .where(
      and(
        eq(deliveryJobs.conversationKey, sql.placeholder('conversationKey')),
        isOpenTurn,
        isProgram,
      ),
    )
    .orderBy(sql`${deliveryJobs.status} = 'pending'`, sql`${deliveryJobs}.rowid`)
    .limit(1)
    .prepare(),
);

const callsBy = preparedQuery((db) =>
  db
    .select()
    .from(runCalls)
    .where(eq(runCalls.workerId, sql.placeholder('workerId')))
    .prepare(),
);

const workersNamed = preparedQuery((db) => {
  const ids = sql`(select value from json_each(${sql.placeholder('ids')}))`;
  return db
    .select(getTableColumns(runWorkers))
    .from(runWorkers)
    .innerJoin(runs, eq(runs.runId, runWorkers.runId))
    .leftJoin(conversations, eq(conversations.conversationKey, runWorkers.conversationKey))
    .where(
      and(
        ne(runs.runId, sql.placeholder('exceptRun')),
        isNull(runWorkers.endedAt),
        isOpen,
        sql`(${conversations.localConversationId} in ${ids}
          or substr(${runWorkers.templateId}, ${CONVERSATION_TEMPLATE.length + 1}) in ${ids}
            and ${runWorkers.templateId} like ${`${CONVERSATION_TEMPLATE}%`})`,
      ),
    )
    .prepare();
});

/** With its table: a query of one table names columns without it, and within a subselect that is the subselect's own. */
const ofRun = sql`${runs}.run_id`;

const countOf = (table: string, which = '') =>
  sql<number>`(select count(*) from ${sql.raw(table)} c where c.run_id = ${ofRun}${sql.raw(which)})`;

const listed = pagedQuery<never, ListedRun>({
  key: [runs.createdAt, runs.runId],
  filters: {},
  build: (db, { where, orderBy, limit }) =>
    db
      .select({
        run: getTableColumns(runs),
        workers: countOf('run_workers', ' and c.ended_at is null'),
        tasks: countOf('run_tasks', ` and c.status <> 'dropped'`),
        tasksDone: countOf('run_tasks', ` and c.status = 'done'`),
        waiting: sql<number>`(select count(*) from run_workers w
          join instructions i on i.conversation_key = w.conversation_key
          where w.run_id = ${ofRun} and i.status in ('awaiting_approval', 'outcome_unknown'))`,
      })
      .from(runs)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf: ({ run: { createdAt, runId } }) => [createdAt, runId],
});

export const runsQueries: QueryImplementations<typeof queries> = {
  runState(db, { runId }) {
    const run = runOf(db).get({ runId });
    if (run === undefined) return null;
    return {
      run,
      workers: workersOf(db).all({ runId }),
      tasks: tasksOf(db).all({ runId }),
      queued: queuedOf(db).all({ runId }),
      evidence: evidenceOf(db).all({ runId }),
    };
  },
  runs: (db, { page }) => listed(db, {}, page),
  openRuns: (db) =>
    runsUnderWay(db)
      .all()
      .map(({ runId }) => runId),
  runCounts: (db) =>
    db.select({ status: runs.status, count: count() }).from(runs).groupBy(runs.status).all(),
  runWorkerAt: (db, asked) => workerAt(db).get(asked) ?? null,
  wasToldBefore: (db, asked) => toldBefore(db).get(asked) !== undefined,
  programTurn: (db, asked) => programTurnAt(db).get(asked) ?? null,
  programsToServe: (db) =>
    programsWithTurns(db)
      .all()
      .map(({ conversationKey }) => conversationKey),
  runCalls: (db, asked) => callsBy(db).all(asked),
  callsOfReply: (db, { anchorId }) =>
    db
      .select({ call: getTableColumns(runCalls) })
      .from(runCalls)
      .innerJoin(instructions, eq(instructions.instructionId, runCalls.callId))
      .where(eq(instructions.anchorId, anchorId))
      .all()
      .map(({ call }) => call),
  workerQuestions: (db, { jobId }) =>
    db
      .select()
      .from(approvals)
      .where(
        and(eq(approvals.subjectKind, 'worker_question'), like(approvals.subjectId, `${jobId}.%`)),
      )
      .orderBy(asc(approvals.createdAt))
      .all(),
  runWorkersOf: (db, { localConversationIds, exceptRun }) =>
    // guard: one-run-each
    workersNamed(db).all({ ids: JSON.stringify(localConversationIds), exceptRun }),
  runRules: (db, asked) => rulesOf(db).all(asked),
  outlivedRoleRules: (db) => outlivedRules(db).all(),
  runUnsent: (db, asked) => unsentOf(db).all(asked),
  runInput: (db, asked) => inputOf(db).get(asked) ?? null,
  runInputs: (db, asked) => inputsOf(db).all(asked),
  runActions: (db, { page, ...filters }) => runActions(db, filters, page),
  runTeams: (db) => db.select().from(runTeams).orderBy(asc(runTeams.teamId)).all(),
  sealedRows(db, { table, keys, after, limit }) {
    const { of, id } = SEALED[table];
    const isTheirs = or(...keys.map((key) => like(of.sealed, `v1.${key}.%`)));
    return db
      .select({ rowId: sql<string>`${id}`, row: getTableColumns(of) })
      .from(of)
      .where(and(gt(id, after), isTheirs))
      .orderBy(asc(id))
      .limit(limit)
      .all();
  },
  runTemplates: (db) => db.select().from(runTemplates).orderBy(asc(runTemplates.templateId)).all(),
};

import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';

import { inJson } from '../../../stores/sqlite/in-json.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { rowOf } from '../../../stores/sqlite/row-list.ts';
import { pagedQuery } from '../../../stores/sqlite/page.ts';
import { approvals, instructions } from '../../heart/actions/tables.sqlite.ts';
import { pageWithin } from '../../heart/conversations/feature.ts';
import { conversations } from '../../heart/conversations/tables.sqlite.ts';
import { deliveryJobs } from '../../heart/deliveries/tables.sqlite.ts';

import { runPart, runState } from './run-state.sqlite.ts';
import { streamQueries } from './stream-queries.sqlite.ts';
import {
  agentDefinitions,
  agentMessages,
  agentRuns,
  agentSessions,
  agentSteps,
  agentSessionByKey,
  agentTurns,
  runById,
} from './tables.sqlite.ts';
import type * as queries from './queries.ts';

const SHOWN_SESSION = {
  session: getTableColumns(agentSessions),
  conversation: getTableColumns(conversations),
};

const SHOWN_RUN = {
  run: getTableColumns(agentRuns),
  agentId: agentSessions.agentId,
  localConversationId: conversations.localConversationId,
};

const sessionsConversation = eq(conversations.conversationKey, agentSessions.conversationKey);

const sessionNamed = preparedQuery((db) =>
  db
    .select(SHOWN_SESSION)
    .from(agentSessions)
    .innerJoin(conversations, sessionsConversation)
    .where(eq(conversations.localConversationId, sql.placeholder('localConversationId')))
    .prepare(),
);

const shownSessions = pagedQuery({
  key: [agentSessions.createdAt, agentSessions.conversationKey],
  filters: {
    conversationKey: eq(agentSessions.conversationKey, sql.placeholder('conversationKey')),
    agentId: eq(agentSessions.agentId, sql.placeholder('agentId')),
  },
  build: (db, { where, orderBy, limit }) =>
    db
      .select(SHOWN_SESSION)
      .from(agentSessions)
      .innerJoin(conversations, sessionsConversation)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf: ({ session: { createdAt, conversationKey } }) => [createdAt, conversationKey],
});

const messageOf = preparedQuery((db) =>
  db
    .select()
    .from(agentMessages)
    .where(eq(agentMessages.messageId, sql.placeholder('messageId')))
    .prepare(),
);

const followersOf = preparedQuery((db) =>
  db
    .select({ followers: sql<number>`count(*)` })
    .from(agentMessages)
    .where(
      and(
        eq(agentMessages.conversationKey, sql.placeholder('conversationKey')),
        sql`${agentMessages.parentId} is ${sql.placeholder('parentId')}`,
      ),
    )
    .prepare(),
);

const turnOf = preparedQuery((db) =>
  db
    .select()
    .from(agentTurns)
    .where(eq(agentTurns.jobId, sql.placeholder('jobId')))
    .prepare(),
);

const messageIn = preparedQuery((db) =>
  db
    .select(getTableColumns(agentMessages))
    .from(conversations)
    .innerJoin(agentMessages, eq(agentMessages.conversationKey, conversations.conversationKey))
    .leftJoin(agentTurns, eq(agentTurns.jobId, agentMessages.runId))
    .where(
      and(
        // guard: chat-foreign-ids
        sql`${conversations.localConversationId} = ${sql.placeholder('localConversationId')}`,
        sql`(${agentMessages.messageId} = ${sql.placeholder('messageId')}
          or (${agentMessages.role} = 'user' and ${agentTurns.clientMessageId} = ${sql.placeholder('messageId')}))`,
      ),
    )
    .orderBy(desc(agentMessages.createdAt))
    .limit(1)
    .prepare(),
);

/** The greatest path that begins with that of a message. */
const leafBelow = preparedQuery((db) =>
  db
    .select({ messageId: agentMessages.messageId })
    .from(agentMessages)
    .where(
      and(
        eq(agentMessages.conversationKey, sql.placeholder('conversationKey')),
        // '0' follows '/'.
        sql`(${agentMessages.path} = ${sql.placeholder('path')}
          or (${agentMessages.path} > ${sql.placeholder('path')} || '/'
            and ${agentMessages.path} < ${sql.placeholder('path')} || '0'))`,
      ),
    )
    .orderBy(desc(agentMessages.path))
    .limit(1)
    .prepare(),
);

const treeOf = preparedQuery((db) =>
  db
    .select({ messageId: agentMessages.messageId, parentId: agentMessages.parentId })
    .from(agentMessages)
    .where(eq(agentMessages.conversationKey, sql.placeholder('conversationKey')))
    .orderBy(asc(agentMessages.path))
    .prepare(),
);

const runToFollow = preparedQuery((db) =>
  db
    .select({ runId: deliveryJobs.jobId })
    .from(deliveryJobs)
    .leftJoin(agentRuns, eq(agentRuns.runId, deliveryJobs.jobId))
    .where(
      and(
        eq(deliveryJobs.conversationKey, sql.placeholder('conversationKey')),
        inArray(deliveryJobs.status, ['pending', 'dispatched', 'acked']),
        sql`${agentRuns.status} is not 'waiting_person'`,
      ),
    )
    .orderBy(asc(deliveryJobs.createdAt))
    .limit(1)
    .prepare(),
);

const askingBy = preparedQuery((db) =>
  db
    .select()
    .from(agentSteps)
    .where(eq(agentSteps.jobId, sql.placeholder('jobId')))
    .prepare(),
);

const shownRuns = pagedQuery({
  key: [agentRuns.startedAt, agentRuns.runId],
  filters: {
    conversationKey: eq(agentRuns.conversationKey, sql.placeholder('conversationKey')),
    status: eq(agentRuns.status, sql.placeholder('status')),
  },
  build: (db, { where, orderBy, limit }) =>
    db
      .select(SHOWN_RUN)
      .from(agentRuns)
      .innerJoin(agentSessions, eq(agentSessions.conversationKey, agentRuns.conversationKey))
      .innerJoin(conversations, sessionsConversation)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf: ({ run: { startedAt, runId } }) => [startedAt, runId],
});

/** As the index of open runs says it. */
const IS_OPEN = sql`${agentRuns.status} not in ('succeeded', 'failed', 'stopped')`;

const busyRuns = preparedQuery((db) =>
  db
    .select({ runs: sql<number>`count(*)` })
    .from(agentRuns)
    .where(
      and(
        IS_OPEN,
        sql`${agentRuns.status} <> 'waiting_person'`,
        // They stand in the place of those that asked them, which would wait for a place of their own otherwise.
        isNull(agentRuns.parentRunId),
      ),
    )
    .prepare(),
);

const parkedRuns = preparedQuery((db) =>
  db
    .select({ runId: agentRuns.runId, dueAt: agentRuns.dueAt })
    .from(agentRuns)
    .where(and(IS_OPEN, eq(agentRuns.status, 'waiting_model')))
    .prepare(),
);

/** A turn that a call of another agent asks for. */
const IS_ASKED = sql`(${conversations.parentKey} is not null and ${deliveryJobs.origin} = 'conversation')`;

const turnsToBegin = preparedQuery((db) =>
  db
    .select({
      jobId: deliveryJobs.jobId,
      conversationKey: deliveryJobs.conversationKey,
      isWorker: sql<boolean>`${IS_ASKED}`.mapWith(Boolean),
    })
    .from(deliveryJobs)
    .innerJoin(conversations, eq(conversations.conversationKey, deliveryJobs.conversationKey))
    .where(
      and(
        // As the index of what waits says it; keys of agents lie between these two.
        sql`${deliveryJobs.status} = 'pending'`,
        sql`${deliveryJobs.conversationKey} > 'agent/' and ${deliveryJobs.conversationKey} < 'agent0'`,
        not(inJson(deliveryJobs.jobId, sql.placeholder('except'))),
        sql`${conversations.mode} <> 'paused'`,
        sql`not exists (select 1 from delivery_jobs as other
            where other.conversation_key = ${deliveryJobs.conversationKey}
              and (other.status in ('dispatched', 'acked')
                or (other.status = 'pending'
                  and (other.created_at, other.job_id) < (${deliveryJobs.createdAt}, ${deliveryJobs.jobId}))))`,
      ),
    )
    // What waits for a place never stands before what needs none.
    .orderBy(desc(IS_ASKED), asc(deliveryJobs.createdAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const openRuns = preparedQuery((db) =>
  db.select({ runId: agentRuns.runId }).from(agentRuns).where(IS_OPEN).prepare(),
);

const openRunsIn = preparedQuery((db) =>
  db
    .select({ runId: agentRuns.runId })
    .from(agentRuns)
    .where(and(IS_OPEN, eq(agentRuns.conversationKey, sql.placeholder('conversationKey'))))
    .prepare(),
);

const workerOf = preparedQuery((db) =>
  db
    .select({ session: conversations.localConversationId })
    .from(agentSessions)
    .innerJoin(conversations, eq(conversations.conversationKey, agentSessions.conversationKey))
    .where(eq(agentSessions.parentInstructionId, sql.placeholder('instructionId')))
    .prepare(),
);

const callOf = preparedQuery((db) =>
  db
    .select({ runId: agentSteps.runId, status: instructions.status })
    .from(agentSessions)
    .innerJoin(instructions, eq(instructions.instructionId, agentSessions.parentInstructionId))
    .innerJoin(agentSteps, eq(agentSteps.stepId, instructions.anchorId))
    .where(eq(agentSessions.conversationKey, sql.placeholder('conversationKey')))
    .prepare(),
);

const putDefinitions = preparedQuery((db) => db.select().from(agentDefinitions).prepare());

const messagesAt = preparedQuery((db) =>
  db
    .select()
    .from(agentMessages)
    .where(
      and(
        eq(agentMessages.conversationKey, sql.placeholder('conversationKey')),
        sql`${agentMessages.path} in (select value from json_each(${sql.placeholder('paths')}))`,
      ),
    )
    .orderBy(asc(agentMessages.path))
    .prepare(),
);

export const agentsQueries: QueryImplementations<typeof queries> = {
  ...streamQueries,
  agentDefinitions: (db) => putDefinitions(db).all(),
  agentDefinition: (db, { agentId }) =>
    db.select().from(agentDefinitions).where(eq(agentDefinitions.agentId, agentId)).get() ?? null,
  agentSession: (db, asked) => sessionNamed(db).get(asked) ?? null,
  shownAgentSessions: (db, { conversation, agentId, page }) =>
    pageWithin(db, conversation, (conversationKey) =>
      shownSessions(db, { conversationKey, agentId }, page),
    ),
  agentSessionOf: (db, { conversationKey }) => rowOf(db, agentSessionByKey, conversationKey),
  workerOfCall: (db, asked) => workerOf(db).get(asked)?.session ?? null,
  callOfWorker: (db, asked) => callOf(db).get(asked) ?? null,
  agentTurn: (db, asked) => turnOf(db).get(asked) ?? null,
  agentPlace(db, { conversationKey, jobId }) {
    const turn = turnOf(db).get({ jobId });
    const isNext = turn === undefined || turn.asks === 'next';
    const head = rowOf(db, agentSessionByKey, conversationKey)?.headMessageId ?? null;
    const messageId = isNext ? head : turn.parentId;
    const parent = messageId === null ? undefined : messageOf(db).get({ messageId });
    const counted = followersOf(db).get({ conversationKey, parentId: messageId });
    return { parent: parent ?? null, followers: counted?.followers ?? 0 };
  },
  agentMessageNamed: (db, asked) => messageIn(db).get(asked) ?? null,
  agentLeafBelow(db, asked) {
    const message = messageIn(db).get(asked);
    return (message && leafBelow(db).get(message)?.messageId) ?? null;
  },
  agentTree: (db, asked) => treeOf(db).all(asked),
  agentRunToFollow: (db, asked) => runToFollow(db).get(asked)?.runId ?? null,
  agentPath(db, { messageId }) {
    const last = messageOf(db).get({ messageId });
    if (last === undefined) return [];
    const parts = last.path.split('/');
    const paths = parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
    const { conversationKey } = last;
    return messagesAt(db).all({ conversationKey, paths: JSON.stringify(paths) });
  },
  agentRun: (db, { runId }) => rowOf(db, runById, runId),
  agentRunState: (db, { runId }) => runState(db, runId),
  agentRunPart: (db, { runId, from }) => runPart(db, runId, from),
  agentMessage: (db, asked) => messageOf(db).get(asked) ?? null,
  stepAskingBy: (db, asked) => askingBy(db).get(asked) ?? null,
  shownAgentRuns: (db, { conversation, status, page }) =>
    pageWithin(db, conversation, (conversationKey) =>
      shownRuns(db, { conversationKey, status }, page),
    ),
  turnsToBegin: (db, { except, limit }) =>
    turnsToBegin(db).all({ except: JSON.stringify(except), limit }),
  openAgentRuns: (db, { conversationKey }) => {
    const open =
      conversationKey === null ? openRuns(db).all() : openRunsIn(db).all({ conversationKey });
    return open.map(({ runId }) => runId);
  },
  agentRunsToResume(db) {
    const asking = db
      .select({ runId: agentSteps.runId })
      .from(approvals)
      .innerJoin(instructions, eq(instructions.instructionId, approvals.instructionId))
      .innerJoin(agentSteps, eq(agentSteps.stepId, instructions.anchorId))
      .where(eq(approvals.decision, 'open'));
    return db
      .select({ runId: agentRuns.runId })
      .from(agentRuns)
      .where(
        and(
          IS_OPEN,
          or(not(eq(agentRuns.status, 'waiting_person')), notInArray(agentRuns.runId, asking)),
        ),
      )
      .all()
      .map(({ runId }) => runId);
  },
  busyAgentRuns: (db) => busyRuns(db).get()?.runs ?? 0,
  parkedAgentRuns: (db) => parkedRuns(db).all(),
};

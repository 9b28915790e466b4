import { and, asc, desc, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm';

import type { ActingReply, ActionQuestions } from '../../domain/questions/action-questions.ts';
import { foreignActionOf } from '../foreign-actions.ts';
import type { Db } from '../open-database.ts';
import {
  approvals,
  artifacts,
  conversations,
  instructions,
  messageAnchors,
  policyRules,
} from '../schema.ts';
import type { Answerers } from './answerers.ts';
import { keptQuery } from '../kept-query.ts';
import { canonicalKey } from './canonical-keys.ts';
import { pageUrl } from './page-url.ts';

/** Word for word as in the partial indexes: SQLite does not see through another wording. */
const UNFINISHED = sql`${instructions.status} not in ('succeeded', 'failed')`;
/** With the `+` the index over all open ones is left out of account: there are more of those than of one action's. */
const OPEN = sql`+${approvals.decision} = 'open'`;

const anchorOfInstruction = keptQuery((db) =>
  db
    .select({ anchorId: instructions.anchorId })
    .from(instructions)
    .where(eq(instructions.instructionId, sql.placeholder('instructionId')))
    .prepare(),
);

const openApprovalsOf = keptQuery((db) =>
  db
    .select({ approval: getTableColumns(approvals), instruction: getTableColumns(instructions) })
    .from(approvals)
    .innerJoin(instructions, eq(instructions.instructionId, approvals.instructionId))
    .where(
      and(eq(approvals.conversationKey, sql.placeholder('key')), eq(approvals.decision, 'open')),
    )
    .orderBy(asc(approvals.createdAt), asc(instructions.position))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const rulesFor = keptQuery((db) =>
  db
    .select(getTableColumns(policyRules))
    .from(instructions)
    .innerJoin(
      policyRules,
      or(
        isNull(policyRules.conversationKey),
        eq(policyRules.conversationKey, instructions.conversationKey),
      ),
    )
    .where(eq(instructions.instructionId, sql.placeholder('instructionId')))
    .prepare(),
);

const actingAnchor = keptQuery((db) => {
  const { conversationKey, assistantMessageId, chain } = messageAnchors;
  const { mode, localConversationId } = conversations;
  return db
    .select({
      // A reply's text may be long, and no step of the ledger reads it.
      anchor: { anchorId: messageAnchors.anchorId, conversationKey, assistantMessageId, chain },
      conversation: { mode, localConversationId },
    })
    .from(messageAnchors)
    .innerJoin(conversations, eq(conversations.conversationKey, messageAnchors.conversationKey))
    .where(eq(messageAnchors.anchorId, sql.placeholder('anchorId')))
    .prepare();
});

const instructionsOf = keptQuery((db) =>
  db
    .select()
    .from(instructions)
    .where(eq(instructions.anchorId, sql.placeholder('anchorId')))
    .orderBy(asc(instructions.position))
    .prepare(),
);

const approvalsOf = keptQuery((db) =>
  db
    .select(getTableColumns(approvals))
    .from(approvals)
    .innerJoin(instructions, eq(instructions.instructionId, approvals.instructionId))
    .where(eq(instructions.anchorId, sql.placeholder('anchorId')))
    .orderBy(asc(approvals.createdAt))
    .prepare(),
);

export const answerActions: Answerers<ActionQuestions> = {
  reply: (db, { anchorId }) => replyOf(db, anchorId),
  replyWith: (db, { instructionId }) =>
    replyOf(db, anchorOfInstruction(db).get({ instructionId })?.anchorId),
  replyAbout: (db, { approvalId }) =>
    replyOf(
      db,
      db
        .select({ anchorId: instructions.anchorId })
        .from(approvals)
        .innerJoin(instructions, eq(instructions.instructionId, approvals.instructionId))
        .where(eq(approvals.approvalId, approvalId))
        .get()?.anchorId,
    ),
  runningInstructions: (db) =>
    db
      .select()
      .from(instructions)
      .where(and(UNFINISHED, eq(instructions.status, 'running')))
      .all(),
  openInstructions: (db) =>
    db
      .select({ instruction: getTableColumns(instructions), approval: getTableColumns(approvals) })
      .from(instructions)
      .leftJoin(approvals, and(eq(approvals.instructionId, instructions.instructionId), OPEN))
      .where(UNFINISHED)
      .all(),
  unattendedInstructions: (db) =>
    db
      .select(getTableColumns(instructions))
      .from(instructions)
      .leftJoin(approvals, and(eq(approvals.instructionId, instructions.instructionId), OPEN))
      .where(
        and(UNFINISHED, eq(instructions.status, 'outcome_unknown'), isNull(approvals.approvalId)),
      )
      .all(),
  unfinishedAnchorIds: (db, { conversationKey }) =>
    db
      .selectDistinct({ anchorId: instructions.anchorId })
      .from(instructions)
      .where(
        and(
          UNFINISHED,
          inArray(instructions.status, ['pending', 'ready', 'running']),
          // Fewer are unfinished in all than there are of one conversation.
          conversationKey === null
            ? undefined
            : sql`+${instructions.conversationKey} = ${conversationKey}`,
        ),
      )
      .all()
      .map((row) => row.anchorId),
  openApprovalsOf: (db, { ref, limit }) =>
    openApprovalsOf(db).all({ key: canonicalKey(db, ref), limit }),
  openApprovals: (db, { limit }) =>
    db
      .select({
        approval: getTableColumns(approvals),
        instruction: getTableColumns(instructions),
        conversation: getTableColumns(conversations),
        pageUrl,
      })
      .from(approvals)
      .innerJoin(instructions, eq(instructions.instructionId, approvals.instructionId))
      .innerJoin(conversations, eq(conversations.conversationKey, approvals.conversationKey))
      .where(eq(approvals.decision, 'open'))
      .orderBy(asc(approvals.createdAt), asc(instructions.position))
      .limit(limit)
      .all(),
  expiredApprovalIds: (db, { now, except, limit }) =>
    db
      .all<{ readonly approval_id: string }>(
        sql`select approval_id from approvals indexed by approvals_expiring
          where expires_at is not null and decision = 'open' and expires_at <= ${now}
            and approval_id not in (select value from json_each(${JSON.stringify(except)}))
          order by expires_at limit ${limit}`,
      )
      .map((row) => row.approval_id),
  rulesFor: (db, { instructionId }) => rulesFor(db).all({ instructionId }),
  foreignAction: (db, { instructionId }) => foreignActionOf(db, instructionId),
  rulesIn: (db, { conversationKey }) =>
    db
      .select()
      .from(policyRules)
      .where(
        conversationKey === null
          ? isNull(policyRules.conversationKey)
          : or(
              isNull(policyRules.conversationKey),
              eq(policyRules.conversationKey, conversationKey),
            ),
      )
      .all(),
  allRules: (db, { limit }) =>
    db
      .select({ rule: getTableColumns(policyRules), conversation: getTableColumns(conversations) })
      .from(policyRules)
      .leftJoin(conversations, eq(conversations.conversationKey, policyRules.conversationKey))
      .orderBy(desc(policyRules.createdAt))
      .limit(limit)
      .all(),
  policyRule: (db, { ruleId }) =>
    db.select().from(policyRules).where(eq(policyRules.ruleId, ruleId)).get() ?? null,
  artifact: (db, { artifactId }) =>
    db.select().from(artifacts).where(eq(artifacts.artifactId, artifactId)).get() ?? null,
  artifactsOf: (db, { conversationKey, limit }) =>
    db
      .select()
      .from(artifacts)
      .where(eq(artifacts.conversationKey, conversationKey))
      .orderBy(desc(artifacts.createdAt))
      .limit(limit)
      .all(),
  contentsInUse: (db, { sha256s }) =>
    db
      .selectDistinct({ sha256: artifacts.sha256 })
      .from(artifacts)
      .where(inArray(artifacts.sha256, [...sha256s]))
      .all()
      .map((row) => row.sha256),
};

function replyOf(db: Db, anchorId: string | undefined): ActingReply | null {
  const found = anchorId === undefined ? undefined : actingAnchor(db).get({ anchorId });
  if (found === undefined) return null;
  return {
    ...found,
    instructions: instructionsOf(db).all({ anchorId }),
    approvals: approvalsOf(db).all({ anchorId }),
  };
}

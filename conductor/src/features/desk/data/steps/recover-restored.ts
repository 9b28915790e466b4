import { joinPlans, plan, type Plan, update, forgetFrames } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import {
  type Approval,
  closeApproval,
  type Instruction,
  loseTrack,
} from '../../../heart/actions/feature.ts';
import type { Client } from '../../../ground/browsers/feature.ts';
import { type Conversation, setMode, stopped } from '../../../heart/conversations/feature.ts';
import { endSessions } from '../../../ground/people/feature.ts';
import type { SiteGrant } from '../../../hands/resources/feature.ts';
import { type PolicyRule, removedRule } from '../../../heart/policy/feature.ts';
import type { TakenBack } from '../taken-back.ts';
import { changeJob, type DeliveryJob, mayRetry } from '../../../heart/deliveries/feature.ts';
import * as conversations from '../../../heart/conversations/queries.ts';
import * as policy from '../../../heart/policy/queries.ts';
import * as resources from '../../../hands/resources/queries.ts';
import { SITE_GRANTS } from '../../../hands/resources/rows.ts';
import * as deliveries from '../../../heart/deliveries/queries.ts';
import * as actions from '../../../heart/actions/queries.ts';
import * as replies from '../../../heart/replies/queries.ts';
import * as renewalsQueries from '../../../heart/replies/renewals/queries.ts';
import * as browsers from '../../../ground/browsers/queries.ts';
import * as people from '../../../ground/people/queries.ts';
import { MESSAGE_ANCHORS } from '../../../heart/conversations/rows.ts';
import { INSTRUCTIONS } from '../../../heart/actions/rows.ts';
import { CLIENTS } from '../../../ground/browsers/rows.ts';

/**
 * A browser acts on each number of an attempt once, and how many there were since the backup is not known: more than that
 * many were not.
 */
const TRIES_BEYOND = 1_000;

const VIA = 'restore';

export interface RestoredInput {
  readonly backupMadeAt: number;
  /** Rights that a person has taken back since the backup, as far as that is known: they stay so. */
  readonly takenBack: TakenBack;
  readonly now: number;
}

/** Counts of restored rows that a person should look at. */
export interface Recovered {
  /** Deliveries whose conversation is checked before they are sent. */
  readonly jobs: number;
  /** Actions that may have run since the backup; a person is asked about each. */
  readonly actions: number;
  readonly renewals: number;
  /** Browsers that stay paired. */
  readonly clients: number;
}

/**
 * Prepares restored rows before a conductor uses them. Messages may have been sent, actions may have run, turns may
 * have been used and browsers may have been unpaired since the backup: nothing of it happens again automatically.
 */
export const recoverRestored = defineStep({
  name: 'recover restored',
  load: () => ({
    jobs: deliveries.unsentJobs(),
    instructions: actions.openInstructions(),
    heldReplies: replies.heldReplies(),
    renewals: renewalsQueries.activeRenewals(),
    clients: browsers.pairedClients(),
    faces: people.faceSessions(),
    rules: policy.allRules({ limit: Number.MAX_SAFE_INTEGER }),
    grants: resources.siteGrants({ executorId: null }),
    acting: conversations.pausable({ limit: Number.MAX_SAFE_INTEGER }),
  }),
  decide(
    { jobs, instructions, heldReplies, renewals, clients, faces, rules, grants, acting },
    { backupMadeAt, takenBack, now }: RestoredInput,
  ): Decision<Recovered> {
    const unsent = jobs.filter((job) => job.status !== 'failed' || mayRetry(job));
    const asked = instructions.filter(({ instruction }) => isAskedAbout(instruction));
    const gone = clients.filter(({ clientId }) => takenBack.browsers.has(clientId));
    const outcome = {
      jobs: unsent.filter((job) => job.status !== 'failed').length,
      actions: asked.length,
      renewals: renewals.length,
      clients: clients.length - gone.length,
    };
    return {
      plan: joinPlans(
        // What waits for a browser tells of a time that is over, and would be sent without a look.
        plan({ changes: [forgetFrames({ clientId: null })] }), // guard: restored-frames
        ...unsent.map((job) => lookedFor(job, now)), // guard: restored-jobs
        // guard: restored-actions
        ...instructions.map(({ instruction, approval }) => mayHaveRun(instruction, approval, now)),
        // A person may have let its actions run since: it is not offered to them again.
        ...heldReplies.map((row) =>
          // guard: restored-held
          plan({ changes: [update(MESSAGE_ANCHORS, row, { source: 'snapshot' })] }),
        ),
        // It may have gone on, or been stopped by a person.
        // guard: restored-renewals
        ...renewals.map((renewal) => stopped(renewal, 'restored', now, 'conductor')),
        ...gone.map((client) => unpairedAgain(client, now)), // guard: restored-pairing
        ...rules.map(({ rule }) => noRuleAgain(rule, takenBack, now)),
        ...grants.map((grant) => noGrantAgain(grant, takenBack, now)),
        ...acting.map(({ conversation }) => noModeAgain(conversation, takenBack, now)),
        // They may have been ended since, and to sign in again is quick.
        endSessions(faces, 'restored', now),
        plan({
          events: [
            {
              type: 'store.restored',
              subjectId: 'store',
              conversationKey: null,
              actor: 'person',
              at: now,
              detail: { backup_made_at: backupMadeAt, ...outcome, unpaired: gone.length },
            },
          ],
        }),
      ),
      outcome,
    };
  },
});

function lookedFor(job: DeliveryJob, now: number): Plan {
  const set = {
    // One without a reply is in its conversation: who retries it wants it there once more.
    reconcile: job.reconcile || job.lastErrorCode !== 'no_reply',
    dueAt: job.dueAt,
    attemptCount: job.attemptCount + TRIES_BEYOND,
    maxAttempts: job.maxAttempts + TRIES_BEYOND,
  };
  return changeJob({ job, event: { type: 'RESTORED' }, now, actor: 'conductor', set });
}

/**
 * Tells whether a person is asked about a restored action. One that waited for a person waits again, and the person is
 * told that it may have run. Of the others, only those that change nothing run again automatically: an idempotent
 * action is not harmless after all that has happened since. One that is not judged yet is asked about once its tool is
 * known: see judge-instruction.ts.
 */
function isAskedAbout(row: Instruction): boolean {
  if (row.status === 'awaiting_approval') return true;
  return (row.status === 'ready' || row.status === 'running') && !row.readOnly;
}

function mayHaveRun(row: Instruction, question: Approval | null, now: number): Plan {
  // A person is asked about it already, and knows that nobody knows.
  if (row.status === 'outcome_unknown') return plan({});
  if (!isAskedAbout(row)) {
    return plan({ changes: [update(INSTRUCTIONS, row, { mayHaveRun: true })] });
  }
  const closing = {
    decision: 'cancelled',
    reason: null,
    by: 'conductor',
    actor: 'conductor',
  } as const;
  return joinPlans(
    // It may have been answered since; what is to be asked now is another question.
    question === null ? plan({}) : closeApproval(question, row, { ...closing, now }),
    loseTrack(row, now),
  );
}

function noRuleAgain(rule: PolicyRule, { rules }: TakenBack, now: number): Plan {
  // guard: restored-rules
  const isBack = rule.decision === 'run' && rules.has(rule.ruleId);
  return isBack ? removedRule(rule, { via: VIA, at: now, actor: 'conductor' }) : plan({});
}

function noGrantAgain(grant: SiteGrant, { grants }: TakenBack, now: number): Plan {
  // guard: restored-grants
  if (grant.revokedAt !== null || !grants.has(grant.grantId)) return plan({});
  const { grantId, origin, level } = grant;
  return plan({
    changes: [update(SITE_GRANTS, grant, { revokedAt: now })],
    events: [
      {
        type: 'grant.revoked',
        subjectId: grantId,
        conversationKey: null,
        actor: 'conductor',
        at: now,
        detail: { origin, level, via: VIA },
      },
    ],
  });
}

function noModeAgain(conversation: Conversation, { modes }: TakenBack, now: number): Plan {
  const mode = modes.get(conversation.conversationKey); // guard: restored-modes
  if (mode === undefined) return plan({});
  // Its renewal is stopped anyway.
  const rows = { conversation, renewal: null };
  return setMode(rows, { mode, reason: VIA, actor: 'conductor', now }).plan;
}

function unpairedAgain(client: Client, now: number): Plan {
  return plan({
    changes: [update(CLIENTS, client, { revokedAt: now })],
    events: [
      {
        type: 'client.revoked',
        subjectId: client.clientId,
        conversationKey: null,
        actor: 'conductor',
        at: now,
        detail: { via: VIA },
      },
    ],
  });
}

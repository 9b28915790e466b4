import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { ERROR_CODES } from '../../../../../shared/model/error-codes.ts';
import { actionName } from '../../../baa/action-name.ts';
import type { FoundBy, Reader } from '../../../engine/query.ts';
import type { ServerStatus } from '../../heart/actions/feature.ts';
import type { Place } from '../../heart/conversations/feature.ts';
import type { FailureToShow } from '../../heart/deliveries/feature.ts';
import * as approvals from '../../heart/actions/approvals/queries.ts';
import * as overview from './queries.ts';
import * as deliveries from '../../heart/deliveries/queries.ts';

type Overview = ResponseOf<'getOverview'>;

const MOST_NEEDS = 20;

const MOST_MOVING = 15;

const MOST_WRONG = 15;

/** Prefixes of the reasons for which Baton itself pauses a conversation. */
const BATONS_REASONS = ['loop_detected', 'imported'];

/** Servers that cannot be used now. */
const WRONG_STATES: readonly ServerStatus['state'][] = ['backoff', 'faulty'];

/** Reads what waits for a person, what is in progress, what failed, and the counts of today. */
export async function readNow(deps: {
  readonly read: Reader;
  readonly now: number;
  readonly servers: readonly ServerStatus[];
  readonly browsers: Overview['browsers'];
}): Promise<Overview> {
  const { read, now, servers, browsers } = deps;
  const since = new Date(now).setHours(0, 0, 0, 0);
  const rows = await read.snapshot({
    approvals: approvals.openApprovals({ limit: MOST_NEEDS }),
    approvalCount: overview.openApprovalCount(),
    failures: deliveries.failuresToShow({ limit: MOST_NEEDS }),
    jobs: overview.movingJobs({ limit: MOST_MOVING }),
    actions: overview.movingActions({ limit: MOST_MOVING }),
    paused: overview.pausedPlaces({ limit: MOST_WRONG }),
    parked: overview.parkedAccounts({ limit: MOST_WRONG, now }),
    today: overview.begunSince({ since }),
  });
  const forPerson = rows.failures.filter((one) => wantsPerson(one)).map(failureOf);
  const others = rows.failures.filter((one) => !wantsPerson(one)).map(failureOf);
  const { toAckedMs, ...today } = rows.today;
  return {
    at: now,
    needs: [...rows.approvals.map(approvalOf), ...forPerson].slice(0, MOST_NEEDS),
    needs_total: rows.approvalCount + forPerson.length,
    moving: [...rows.actions.map(actionOf), ...rows.jobs.map(jobOf)].slice(0, MOST_MOVING),
    wrong: [
      ...servers.filter(({ state }) => WRONG_STATES.includes(state)).map(serverOf),
      ...rows.paused.flatMap(pauseOf),
      ...rows.parked.map(({ accountKey, until, reason }) => ({
        kind: 'account' as const,
        account_key: accountKey,
        until,
        reason,
      })),
      ...others,
    ].slice(0, MOST_WRONG),
    browsers,
    today: { since, ...today, to_acked_ms: toAckedMs[Math.floor(toAckedMs.length / 2)] ?? null },
  };
}

/** Tells whether only a person can clear the failure. */
function wantsPerson({ job: { lastErrorCode: code } }: FailureToShow): boolean {
  return code !== null && ERROR_CODES[code].retry === 'person';
}

function placeOf({ conversation, pageUrl }: Place) {
  const { localConversationId, platform, customTitle, title } = conversation;
  return {
    local_conversation_id: localConversationId,
    conversation_title: customTitle ?? title,
    platform,
    page_url: pageUrl,
  };
}

type Need = Overview['needs'][number];

type Moving = Overview['moving'][number];

type Wrong = Overview['wrong'][number];

function approvalOf({
  approval,
  instruction,
  ...place
}: FoundBy<typeof approvals.openApprovals>[number]): Need {
  return {
    kind: 'approval',
    ...placeOf(place),
    approval_id: approval.approvalId,
    asks: approval.kind,
    action: actionName(instruction),
    risk: instruction.risk,
    quoted: approval.quoted,
    tool_changed: approval.toolChanged,
    may_leak: approval.mayLeak,
    second_reply: approval.secondReply,
    since: approval.createdAt,
    expires_at: approval.expiresAt,
  };
}

function failureOf({ job, ...place }: FailureToShow): Need & Wrong {
  return {
    kind: 'delivery',
    ...placeOf(place),
    job_id: job.jobId,
    code: job.lastErrorCode,
    text: job.lastErrorText,
    since: job.finishedAt ?? job.updatedAt,
  };
}

function jobOf({ job, ...place }: FoundBy<typeof overview.movingJobs>[number]): Moving {
  return {
    kind: 'delivery',
    ...placeOf(place),
    job_id: job.jobId,
    status: job.status,
    attempts: job.attemptCount,
    since: job.updatedAt,
    due_at: job.dueAt,
  };
}

function actionOf({
  instruction,
  ...place
}: FoundBy<typeof overview.movingActions>[number]): Moving {
  return {
    kind: 'action',
    ...placeOf(place),
    instruction_id: instruction.instructionId,
    action: actionName(instruction),
    since: instruction.startedAt ?? instruction.createdAt,
  };
}

/** A pause with a reason that a person gave is no fault. */
function pauseOf(place: Place): readonly Wrong[] {
  const { pauseReason: reason, updatedAt: since } = place.conversation;
  if (reason === null || !BATONS_REASONS.some((one) => reason.startsWith(one))) return [];
  return [{ kind: 'conversation', ...placeOf(place), reason, since }];
}

function serverOf({ server, state, error }: ServerStatus): Wrong {
  return { kind: 'tool_server', server, state, error };
}

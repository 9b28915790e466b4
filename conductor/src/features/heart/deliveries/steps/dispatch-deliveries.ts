import { accountKeyOf } from '../../../../../../shared/model/account-key.ts';
import { conversationRef } from '../../../../../../shared/model/conversation-key.ts';
import { entryForPlatform } from '../../../../../../shared/model/entry-for-platform.ts';
import {
  type Change,
  insert,
  joinPlans,
  plan,
  type Plan,
  update,
} from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { Browsers } from '../../../ground/browsers/feature.ts';
import { cancelFrame, type Conversation } from '../../conversations/feature.ts';
import { afterSend, maySendAt, newAccount, type Pace } from '../account-pacing.ts';
import { changeJob } from '../job-changes.ts';
import type { JobAt } from '../queries.ts';
import { type Account, type DeliveryJob, type JobOrigin, ACCOUNTS } from '../rows.ts';
import { cancelled } from './cancel-delivery.ts';
import { isUnstarted } from './start-conversation.ts';
import * as deliveries from '../queries.ts';
import * as conversations from '../../conversations/queries.ts';
import { recordAttemptHolder } from '../changes.ts';
import { noteTie } from '../../conversations/changes.ts';

/** The browsers that are connected, and the clock and chance that pacing needs. */
export interface DispatchInput extends Browsers {
  readonly now: number;
  /** The paces by platform, with `default` and `local`. */
  readonly pacing: Readonly<Record<string, Pace>>;
  /** Jitter of this round, from 0 up to 1. */
  readonly random: number;
}

const BATCH = 64;

/** How long (ms) a message that the person sent by hand delays ours while its reply has not been seen. */
export const PERSON_TURN_HOLD_MS = 10 * 60_000;

/** Jobs that can be dispatched now. */
export interface Dispatchable {
  readonly ready: readonly JobAt[];
  /** Jobs whose browser is gone for longer than its lease. */
  readonly lost: readonly JobAt[];
  /** true: more may wait, since this was a whole batch. */
  readonly more: boolean;
  /** When something that is held back by its account's pace may go; null: nothing is. */
  readonly nextAt: number | null;
}

/**
 * Finds, for each conversation that may send and has nothing in flight, its oldest job. It changes
 * nothing: each job then goes in a step of its own.
 *
 * `except`: jobs to leave out.
 */
export const findDeliveries = defineStep({
  name: 'dispatch deliveries',
  last: true,
  load({
    live,
    leaseholders,
    now,
    except,
  }: Browsers & { readonly now: number; readonly except: readonly string[] }) {
    const open = live.map((client) => client.conversationKeys);
    const startable = [...new Set(live.flatMap((client) => [...client.startable]))];
    const some = { except, limit: BATCH };
    const personSince = now - PERSON_TURN_HOLD_MS;
    return {
      ready: deliveries.dispatchable({ open, startable, now, personSince, ...some }),
      lost: deliveries.leasedElsewhere({ clientIds: leaseholders, open, ...some }),
      nextAt: deliveries.nextSendAt({ now }),
    };
  },
  decide: ({ ready, lost, nextAt }): Decision<Dispatchable> => ({
    plan: plan({}),
    outcome: { ready, lost, more: ready.length === BATCH || lost.length === BATCH, nextAt },
  }),
});

/** Outcome of one dispatch. */
export interface Dispatched {
  /** true: the job went out, or ended because it was stale. */
  readonly gone: boolean;
  /** When its account may be sent to next, in epoch ms; null: it has no pace. */
  readonly nextAt: number | null;
}

const STAYS: Decision<Dispatched> = { plan: plan({}), outcome: { gone: false, nextAt: null } };

/**
 * Gives a job to a browser, as fast as its account's pace allows. What has changed since it was found, so that it may not
 * go now, stays as it is.
 */
export const dispatchDelivery = defineStep({
  name: 'dispatch delivery',
  load({ jobId, conversationKey }: DispatchInput & JobAt) {
    const ref = conversationRef(conversationKey);
    return {
      job: deliveries.job({ jobId }),
      conversation: conversations.conversation({ ref }),
      inFlight: deliveries.jobsInFlight({ refs: [ref] }),
      account: deliveries.accountOfJob({ jobId }),
    };
  },
  decide({ job, conversation, inFlight, account }, input): Decision<Dispatched> {
    const goes =
      job?.status === 'pending' &&
      conversation !== null &&
      inFlight.length === 0 &&
      maySend(job, conversation) &&
      !waitsForPerson(conversation, input.now) &&
      (account === null || maySendAt(account) <= input.now);
    if (!goes) return STAYS;
    const isStale =
      job.assistantMessageId !== conversation.latestAssistantMessageId && !isOfPerson(job);
    if (isStale && conversation.staleAnchors === 'ask' && !job.reconcile) {
      const text =
        'The conversation has moved on since this was prepared; retry sends it all the same.';
      const ended = cancelled(job, { code: 'anchor_stale', text }, 'conductor', input.now);
      return { plan: ended, outcome: { gone: true, nextAt: null } };
    }
    const handed = hand(job, conversation, 'DISPATCH', input);
    if (handed === null) return STAYS;
    const paced = pacedBy(conversation, account, input);
    return {
      plan: joinPlans(handed, plan({ changes: paced.changes })),
      outcome: { gone: true, nextAt: paced.nextAt },
    };
  },
});

/** Gives a job whose browser is gone for longer than its lease to another, which looks before it sends. */
export const handOverDelivery = defineStep({
  name: 'hand over delivery',
  load: ({ jobId, conversationKey }: DispatchInput & JobAt) => ({
    job: deliveries.job({ jobId }),
    conversation: conversations.conversation({ ref: conversationRef(conversationKey) }),
  }),
  decide({ job, conversation }, input): Decision<Dispatched> {
    const isLost =
      job?.status === 'dispatched' &&
      conversation !== null &&
      !input.leaseholders.includes(job.clientId ?? '') &&
      maySend(job, conversation);
    // It may have left already, and has been counted then.
    const handed = isLost ? hand(job, conversation, 'LEASE_LOST', input) : null;
    return handed === null ? STAYS : { plan: handed, outcome: { gone: true, nextAt: null } };
  },
});

function maySend(job: DeliveryJob, { mode }: Conversation): boolean {
  return mode === 'manual' ? isOfPerson(job) : mode !== 'paused';
}

/** Tells whether a person wrote the message, or bound the conversation to the agent that did. */
function isOfPerson({ origin }: DeliveryJob): boolean {
  return origin === 'person' || origin === 'agent';
}

/** A message that they sent by hand has no reply yet. */
function waitsForPerson(
  { latestUserTurnAt, latestObservedAt }: Conversation,
  now: number,
): boolean {
  const turnAt = latestUserTurnAt ?? 0;
  return turnAt > now - PERSON_TURN_HOLD_MS && turnAt > (latestObservedAt ?? 0);
}

/** Returns the changes that a send makes to its account, and the time of the next send. */
function pacedBy(
  { accountKey, platform }: Conversation,
  account: Account | null,
  { pacing, now, random }: DispatchInput,
): { readonly changes: readonly Change[]; readonly nextAt: number | null } {
  const pace = entryForPlatform(pacing, platform);
  if (pace === null) return { changes: [], nextAt: null };
  const before = account ?? newAccount(accountKey || accountKeyOf(platform, null), platform, now);
  const after = { ...before, ...afterSend(before, pace, now, random) };
  const nextAt = maySendAt(after) > now ? maySendAt(after) : null;
  if (account === null) return { changes: [insert(ACCOUNTS, after)], nextAt };
  const { nextSendAt, recentSends, updatedAt } = after;
  // An account without a pace changes nothing that anyone could see.
  const isFree = nextSendAt <= now && recentSends.length === 0;
  if (isFree && account.nextSendAt <= now && account.recentSends.length === 0)
    return { changes: [], nextAt };
  return { changes: [update(ACCOUNTS, account, { nextSendAt, recentSends, updatedAt })], nextAt };
}

function hand(
  job: DeliveryJob,
  conversation: Conversation,
  type: 'DISPATCH' | 'LEASE_LOST',
  { live, now }: DispatchInput,
): Plan | null {
  const startNew = isUnstarted(conversation.remoteConversationId);
  const able = live.filter(
    (client) =>
      client.conversationKeys.has(conversation.conversationKey) ||
      (startNew && client.startable.has(conversation.platform)),
  );
  const client = able.find(({ clientId }) => clientId === job.clientId) ?? able[0];
  if (client === undefined) return null;
  const attempt = job.attemptCount + 1;
  const reconcile = job.reconcile || type === 'LEASE_LOST';
  // The message goes where the conversation stands now; what it was prepared for stays in the trail.
  const rebased = type === 'DISPATCH' && !reconcile;
  const assistantMessageId = rebased
    ? conversation.latestAssistantMessageId
    : job.assistantMessageId;
  return joinPlans(
    changeJob({
      job,
      event: { type },
      now,
      actor: 'conductor',
      set: {
        clientId: client.clientId,
        attemptCount: attempt,
        reconcile,
        assistantMessageId,
        startedAt: job.startedAt ?? now,
      },
      detail: {
        client_id: client.clientId,
        attempt,
        reconcile,
        ...(assistantMessageId !== job.assistantMessageId && {
          rebased_from: job.assistantMessageId,
        }),
      },
    }),
    plan({
      changes: [
        recordAttemptHolder({ jobId: job.jobId, attempt, clientId: client.clientId }),
        noteTie({
          conversationKey: conversation.conversationKey,
          clientId: client.clientId,
        }),
      ],
      frames: [
        ...(job.clientId !== null && job.clientId !== client.clientId
          ? [cancelFrame(job.clientId, job.jobId)]
          : []),
        {
          clientId: client.clientId,
          frame: {
            type: 'delivery.enqueue',
            job_id: job.jobId,
            platform: conversation.platform,
            remote_conversation_id: conversation.remoteConversationId,
            local_conversation_id: conversation.localConversationId,
            assistant_message_id: assistantMessageId,
            message_text: job.messageText,
            delivery_kind: job.deliveryKind,
            // Older extensions know no other word for what a person wanted.
            origin: isLater(job.origin) ? 'person' : job.origin,
            attempt,
            reconcile,
            start_new: startNew,
          },
        },
      ],
    }),
  );
}

function isLater(origin: JobOrigin): origin is 'agent' | 'schedule' | 'run' {
  return origin === 'agent' || origin === 'schedule' || origin === 'run';
}

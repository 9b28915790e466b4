import {
  accountKeyOf,
  afterSend,
  maySendAt,
  newAccount,
  type Pace,
  entryFor,
} from '../governor.ts';
import { changeJob } from '../job-changes.ts';
import { type Change, insert, joinPlans, plan, type Plan, update } from '../plan.ts';
import type { Account, Conversation, DeliveryJob } from '../rows.ts';
import type { Asks, Step } from '../step.ts';
import { cancelled } from './cancel-delivery.ts';
import { isUnstarted } from './start-conversation.ts';

/** The browsers connected now, the longest connected first, and what each can serve. */
export interface LiveClient {
  readonly clientId: string;
  /** Keys of conversations it has a usable runtime for. */
  readonly conversationKeys: ReadonlySet<string>;
  /** Sites on which it can start a new conversation. */
  readonly startable: ReadonlySet<string>;
}

export interface DispatchInput {
  readonly live: readonly LiveClient[];
  /** Browsers that are connected, or left so recently that their leases still stand. */
  readonly leaseholders: readonly string[];
  readonly now: number;
  /** By platform, with `default` and `local`. */
  readonly pacing: Readonly<Record<string, Pace>>;
  /** From 0 up to 1: the jitter of this round. */
  readonly random: number;
}

const BATCH = 64;
/** How long a message the person sent by hand holds back ours while its reply has not been seen. */
export const PERSON_TURN_HOLD_MS = 10 * 60_000;

export interface Dispatched {
  /** How many jobs went out, or ended because they were stale. */
  readonly count: number;
  /** More may wait: it was a whole batch. */
  readonly more: boolean;
  /** When something that was held back by its account's pace may go; null: nothing was. */
  readonly nextAt: number | null;
}

/**
 * Gives each conversation that may send, and has nothing in flight, its oldest job (design section 3), as fast as its
 * account's pace allows. A job whose browser is gone for longer than the lease goes to another, which looks before it
 * sends.
 */
export const dispatchDeliveries: Step<
  DispatchInput,
  {
    readonly ready: Asks<'dispatchable'>;
    readonly lost: Asks<'leasedElsewhere'>;
    readonly nextAt: Asks<'nextSendAt'>;
  },
  Dispatched
> = {
  name: 'dispatch deliveries',
  load({ live, leaseholders, now }) {
    const conversationKeys = [...new Set(live.flatMap((client) => [...client.conversationKeys]))];
    const startable = [...new Set(live.flatMap((client) => [...client.startable]))];
    return {
      ready: {
        ask: 'dispatchable',
        conversationKeys,
        startable,
        now,
        personSince: now - PERSON_TURN_HOLD_MS,
        limit: BATCH,
      },
      lost: { ask: 'leasedElsewhere', clientIds: leaseholders, conversationKeys, limit: BATCH },
      nextAt: { ask: 'nextSendAt', now },
    };
  },
  decide({ ready, lost, nextAt }, input) {
    const accounts = new Accounts(input);
    const plans = [
      ...ready.map((one) => send(one.job, one.conversation, one.account, accounts, input)),
      // It may have left already, and has been counted then.
      ...lost.map(({ job, conversation }) => hand(job, conversation, 'LEASE_LOST', input)),
    ].filter((one) => one !== null);
    return {
      plan: joinPlans(...plans, plan({ changes: accounts.changes() })),
      outcome: {
        count: plans.length,
        more: ready.length === BATCH || lost.length === BATCH,
        nextAt: accounts.earliest(nextAt),
      },
    };
  },
};

function send(
  job: DeliveryJob,
  conversation: Conversation,
  account: Account | null,
  accounts: Accounts,
  input: DispatchInput,
): Plan | null {
  const isStale =
    job.assistantMessageId !== conversation.latestAssistantMessageId && job.origin !== 'person';
  if (isStale && conversation.staleAnchors === 'ask' && !job.reconcile) {
    const text =
      'The conversation has moved on since this was prepared; retry sends it all the same.';
    return cancelled(job, { code: 'anchor_stale', text }, 'conductor', input.now);
  }
  if (!accounts.maySend(conversation, account)) return null;
  const handed = hand(job, conversation, 'DISPATCH', input);
  if (handed !== null) accounts.noteSend(conversation, account);
  return handed;
}

/** The accounts of one round: of several conversations that share one, the pace lets the first go. */
class Accounts {
  readonly #input: DispatchInput;
  readonly #rows = new Map<string, { readonly from: Account | null; now: Account }>();

  constructor(input: DispatchInput) {
    this.#input = input;
  }

  maySend(conversation: Conversation, account: Account | null): boolean {
    return maySendAt(this.#entry(conversation, account).now) <= this.#input.now;
  }

  noteSend(conversation: Conversation, account: Account | null): void {
    const pace = entryFor(this.#input.pacing, conversation.platform);
    if (pace === null) return;
    const entry = this.#entry(conversation, account);
    const { now, random } = this.#input;
    entry.now = { ...entry.now, ...afterSend(entry.now, pace, now, random) };
  }

  changes(): Change[] {
    return [...this.#rows.values()].flatMap(({ from, now }) => {
      if (from === now) return [];
      if (from === null) return now.nextSendAt === 0 ? [] : [insert('accounts', now)];
      const { nextSendAt, recentSends, updatedAt } = now;
      const isFree = nextSendAt <= this.#input.now && recentSends.length === 0;
      // An account without a pace changes nothing that anyone could see.
      if (isFree && from.nextSendAt <= this.#input.now && from.recentSends.length === 0) return [];
      return [update('accounts', from, { nextSendAt, recentSends, updatedAt })];
    });
  }

  earliest(known: number | null): number | null {
    const times = [...this.#rows.values()].map(({ now }) => maySendAt(now));
    const later = [...times, ...(known === null ? [] : [known])].filter(
      (at) => at > this.#input.now,
    );
    return later.length === 0 ? null : Math.min(...later);
  }

  #entry(
    { accountKey, platform }: Conversation,
    account: Account | null,
  ): { readonly from: Account | null; now: Account } {
    const key = accountKey || accountKeyOf(platform, null);
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const entry = {
      from: account,
      now: account ?? newAccount(key, platform, this.#input.now),
    };
    this.#rows.set(key, entry);
    return entry;
  }
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
      frames: [
        ...(job.clientId !== null && job.clientId !== client.clientId
          ? [
              {
                clientId: job.clientId,
                frame: { type: 'delivery.cancel' as const, job_id: job.jobId },
              },
            ]
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
            origin: job.origin,
            attempt,
            reconcile,
            start_new: startNew,
          },
        },
      ],
    }),
  );
}

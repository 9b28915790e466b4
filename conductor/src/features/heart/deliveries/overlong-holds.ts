import { type Plan, plan, update } from '../../../engine/plan.ts';
import { LONGEST_NAMED_WAIT_MS } from './named-wait.ts';
import { type Account, type DeliveryJob, ACCOUNTS, DELIVERY_JOBS } from './rows.ts';
import { conversationChanged } from '../conversations/effects.ts';

/**
 * Milliseconds: longer than any wait that is made now, with room for pauses between attempts and for corrections of a
 * clock.
 */
export const HELD_AT_MOST_MS = LONGEST_NAMED_WAIT_MS + 2 * 86_400_000;

/**
 * The plan that shortens the wait of an account which is longer than any wait can be: an older Baton believed any time
 * of a site, or a clock was ahead.
 */
export function shortenAccountHold(account: Account, now: number): Plan {
  const until = Math.max(account.parkedUntil ?? 0, account.nextSendAt);
  if (!isOverlong(until, now)) return plan({});
  const latest = now + LONGEST_NAMED_WAIT_MS;
  const set = {
    parkedUntil: account.parkedUntil === null ? null : Math.min(account.parkedUntil, latest),
    nextSendAt: Math.min(account.nextSendAt, latest),
    updatedAt: now,
  };
  return plan({
    changes: [update(ACCOUNTS, account, set)],
    events: [
      {
        type: 'account.hold_shortened',
        subjectId: account.accountKey,
        conversationKey: null,
        actor: 'conductor',
        at: now,
        detail: { until: latest, was_until: until },
      },
    ],
  });
}

/** The same for a job that waits for its next attempt. */
export function shortenJobHold(job: DeliveryJob, now: number): Plan {
  if (job.status !== 'retry_wait' || !isOverlong(job.dueAt ?? 0, now)) return plan({});
  const latest = now + LONGEST_NAMED_WAIT_MS;
  return plan({
    changes: [update(DELIVERY_JOBS, job, { dueAt: latest, updatedAt: now })],
    events: [
      {
        type: 'delivery_job.hold_shortened',
        subjectId: job.jobId,
        conversationKey: job.conversationKey,
        actor: 'conductor',
        at: now,
        detail: { until: latest, was_until: job.dueAt },
      },
    ],
    effects: [conversationChanged({ conversationKey: job.conversationKey })],
  });
}

function isOverlong(until: number, now: number): boolean {
  return until > now + HELD_AT_MOST_MS;
}

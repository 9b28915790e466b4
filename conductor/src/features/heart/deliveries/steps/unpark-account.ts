import { joinPlans, plan, type Plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { unparked } from '../account-pacing.ts';
import { type DeliveryJob, ACCOUNTS, DELIVERY_JOBS } from '../rows.ts';
import * as deliveries from '../queries.ts';
import { dispatch } from '../effects.ts';
import { conversationChanged } from '../../conversations/effects.ts';

/** Until when the account was parked, and how many jobs waited for that. */
export interface UnparkOutcome {
  /** Time until which the account was parked; null: it was not. */
  readonly was: number | null;
  /** Deliveries that had been waiting for the limit to end, and are due now. */
  readonly jobs: number;
}

interface UnparkAccountInput {
  readonly accountKey: string;
  readonly via: string;
  readonly now: number;
}

/**
 * A person says that a site's limit is over, or never was what the site named. Should it hold on, the next refusal parks
 * the account again, and guesses continue from where they were.
 */
export const unparkAccount = defineStep({
  name: 'unpark account',
  load: ({ accountKey, now }: UnparkAccountInput) => ({
    account: deliveries.account({ accountKey }),
    held: deliveries.heldByLimit({ accountKey, now }),
  }),
  decide({ account, held }, { accountKey, via, now }): Decision<UnparkOutcome | null> {
    if (account === null) return { plan: plan({}), outcome: null };
    const was = (account.parkedUntil ?? 0) > now ? account.parkedUntil : null;
    const outcome = { was, jobs: held.length };
    if (was === null && held.length === 0) return { plan: plan({}), outcome };
    return {
      plan: joinPlans(
        plan({
          changes: [update(ACCOUNTS, account, unparked(account, now))],
          events: [
            {
              type: 'account.unparked',
              subjectId: accountKey,
              conversationKey: null,
              actor: 'person',
              at: now,
              detail: { via, was_until: account.parkedUntil, jobs: held.length },
            },
          ],
          effects: [dispatch()],
        }),
        ...held.map((job) => dueNow(job, now)),
      ),
      outcome,
    };
  },
});

function dueNow(job: DeliveryJob, now: number): Plan {
  return plan({
    changes: [update(DELIVERY_JOBS, job, { dueAt: now, updatedAt: now })],
    effects: [conversationChanged({ conversationKey: job.conversationKey })],
  });
}

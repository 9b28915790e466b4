import type { RowSteps } from '../../engine/row-steps.ts';
import type { Clock, IdSource, Store } from '../../engine/runtime.ts';
import type { Sweep } from '../../engine/scheduler.ts';
import type { SettingsNow } from '../settings/feature.ts';
import { expireApproval, expiredApprovals } from './steps/expire-approval.ts';

/** Answers for the person where the time for an answer is over. */
export function sweepApprovals(deps: {
  readonly store: Store;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly maxAttempts: number;
  readonly settings: SettingsNow;
  readonly approvals: RowSteps;
}): Sweep {
  const { store, now, newId, maxAttempts, settings, approvals } = deps;
  return {
    name: 'approvals',
    async run() {
      const at = now();
      const expired = await store.run(expiredApprovals, { now: at, except: approvals.resting() });
      await approvals.run(expired, String, (approvalId) =>
        store.run(expireApproval, {
          approvalId,
          jobId: newId(),
          maxAttempts,
          messageLimits: settings.current().max_message_chars,
          now: at,
        }),
      );
    },
  };
}

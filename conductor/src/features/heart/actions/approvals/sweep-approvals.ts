import type { Reader } from '../../../../engine/query.ts';
import type { RowSteps } from '../../../../engine/row-steps.ts';
import type { Clock, IdSource, Store } from '../../../../engine/runtime.ts';
import type { Sweep } from '../../../../engine/scheduler.ts';
import type { SettingsNow } from '../../../ground/settings/feature.ts';
import { expireApproval } from './steps/expire-approval.ts';
import * as approvalsQueries from './queries.ts';

const BATCH = 256;

/** Answers for the person where the time for an answer is over. */
export function sweepApprovals(deps: {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly maxAttempts: number;
  readonly settings: SettingsNow;
  readonly approvals: RowSteps;
}): Sweep {
  const { store, read, now, newId, maxAttempts, settings, approvals } = deps;
  return {
    name: 'approvals',
    async run() {
      const at = now();
      const expired = await read.one(
        approvalsQueries.expiredApprovalIds({
          now: at,
          except: approvals.resting(),
          limit: BATCH,
        }),
      );
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

import { expireApproval, expiredApprovals } from '../domain/steps/end-waiting.ts';
import type { Clock, IdSource, Log, Store } from './ports.ts';
import type { RowSteps } from './row-steps.ts';
import type { SettingsNow } from './settings.ts';

/** Questions to a person are given minutes to days: a second late is on time. */
const TICK_MS = 1_000;

/** Answers for the person where their time is over, until it is stopped. */
export function startApprovalSweeper(deps: {
  readonly store: Store;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly log: Log;
  readonly maxAttempts: number;
  readonly settings: SettingsNow;
  readonly rowSteps: RowSteps;
}): { readonly stop: () => void } {
  const { store, now, newId, log, maxAttempts, settings, rowSteps } = deps;

  async function sweep(): Promise<void> {
    const at = now();
    const approvalIds = await store.run(expiredApprovals, { now: at, except: rowSteps.resting() });
    await rowSteps.run(approvalIds, String, (approvalId) =>
      store.run(expireApproval, {
        approvalId,
        jobId: newId(),
        maxAttempts,
        messageLimits: settings.current().max_message_chars,
        now: at,
      }),
    );
  }

  let sweeping = false;
  const tick = setInterval(() => {
    if (sweeping) return;
    sweeping = true;
    sweep()
      .catch((cause: unknown) => log.error({ err: cause }, 'the sweep of approvals failed'))
      .finally(() => (sweeping = false));
  }, TICK_MS);

  return { stop: () => clearInterval(tick) };
}

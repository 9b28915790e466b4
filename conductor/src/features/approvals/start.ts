import type { Handling, Kit } from '../../engine/feature.ts';
import type { approvalsOperations } from '../../../../shared/api/approvals.ts';
import { actionsFeature } from '../actions/feature.ts';
import { settingsFeature } from '../settings/feature.ts';
import { createApprovalHandlers } from './handlers.ts';
import { answerApprovalFromBrowser } from './steps/answer-approval.ts';
import { sweepApprovals } from './sweep-approvals.ts';

/** What waits for a person about an action, and what they said. */
export function startApprovals(kit: Kit): Handling<null, typeof approvalsOperations> {
  const { store, read, now, newId, settings: start } = kit;
  const settings = kit.use(settingsFeature);
  const { tools } = kit.use(actionsFeature);
  return {
    provides: null,
    handlers: createApprovalHandlers(kit, { settings, tools }),
    frames: {
      'approval.decide': {
        async take(frame, from) {
          await store.run(answerApprovalFromBrowser, {
            from,
            approvalId: frame.approval_id,
            decision: frame.decision,
            reason: frame.reason,
            edited: null,
            alwaysRuleId: frame.always === true ? newId() : null,
            actor: 'person',
            via: 'popup',
            messageLimits: settings.current().max_message_chars,
            jobId: newId(),
            maxAttempts: start.maxAttempts,
            now: now(),
          });
          return [];
        },
      },
    },
    sweeps: [
      sweepApprovals({
        store,
        read,
        now,
        newId,
        maxAttempts: start.maxAttempts,
        settings,
        approvals: kit.rowSteps('approvals'),
      }),
    ],
  };
}

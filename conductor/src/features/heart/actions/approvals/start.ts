import type { Handling, Kit } from '../../../../engine/feature.ts';
import type { approvalsOperations } from '../../../../../../shared/api/approvals.ts';
import type { ApiError, Caller, Input } from '../../../../../../shared/api/operation.ts';
import type { Result } from '../../../../../../shared/lib/result.ts';
import type { ActionsPort } from '../start.ts';
import { settingsFeature } from '../../../ground/settings/feature.ts';
import { createApprovalHandlers } from './handlers.ts';
import { answerApprovalFromBrowser } from './steps/answer-approval.ts';
import { sweepApprovals } from './sweep-approvals.ts';
import type { ApprovalView } from './views.ts';

/** Calls of later features about approvals. */
export interface ApprovalsPort {
  /** A person's answer, as programs and the command line give it. */
  readonly answer: (
    approvalId: string,
    said: ApprovalAnswer,
    caller: Caller,
  ) => Promise<Result<ApprovalView, ApiError>>;
}

export type ApprovalAnswer = Input<(typeof approvalsOperations)['answerApproval']>['body'];

/** Starts the approvals of actions, and the answers of people. */
export function startApprovals(
  kit: Kit,
  { tools }: Pick<ActionsPort, 'tools'>,
): Handling<ApprovalsPort, typeof approvalsOperations> {
  const { store, read, now, newId, settings: start } = kit;
  const settings = kit.use(settingsFeature);
  const handlers = createApprovalHandlers(kit, { settings, tools });
  return {
    provides: {
      answer: (id, body, caller) =>
        handlers.answerApproval({ params: { id }, query: {}, body }, caller),
    },
    handlers,
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

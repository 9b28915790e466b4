import { assertNever } from '../../../../../../shared/lib/assert-never.ts';
import { joinPlans, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { DeliverySettings } from '../deliver-results.ts';
import { closeApproval } from '../change-approval.ts';
import { endInstruction, goOn } from '../change-instruction.ts';
import * as actions from '../queries.ts';
import { instructionCancelled } from '../effects.ts';

/** `running`: it is asked to stop, and ends by itself. */
export type CancelOutcome = 'cancelled' | 'running' | 'not_found' | 'invalid_transition';

/** A person cancels an action; the assistant is told. What was cancelled already stays so. */
export const cancelInstruction = defineStep({
  name: 'cancel instruction',
  load: ({
    instructionId,
  }: { readonly instructionId: string; readonly via: string } & DeliverySettings) => ({
    reply: actions.replyWith({ instructionId }),
  }),
  decide({ reply }, { instructionId, via, ...settings }): Decision<CancelOutcome> {
    const row = reply?.instructions.find((one) => one.instructionId === instructionId);
    if (!reply || row === undefined) return { plan: plan({}), outcome: 'not_found' };
    const { now } = settings;
    switch (row.status) {
      case 'succeeded':
        return { plan: plan({}), outcome: 'invalid_transition' };
      case 'failed':
        return {
          plan: plan({}),
          outcome: row.errorCode === 'cancelled' ? 'cancelled' : 'invalid_transition',
        };
      case 'running':
        return {
          plan: plan({ effects: [instructionCancelled({ instructionId })] }),
          outcome: 'running',
        };
      case 'pending':
      case 'awaiting_approval':
      case 'ready':
      case 'outcome_unknown': {
        const closing = {
          decision: 'cancelled',
          reason: null,
          by: via,
          actor: 'person',
          now,
        } as const;
        const open = reply.approvals.filter(
          (one) => one.instructionId === instructionId && one.decision === 'open',
        );
        const change = {
          row,
          event: { type: 'CANCEL' },
          now,
          actor: 'person',
          set: {
            errorCode: 'cancelled',
            errorText:
              row.status === 'outcome_unknown'
                ? 'The person cancelled it. Baton had lost track of it: whether it took effect is not known.'
                : 'The person cancelled it before it ran.',
          },
          detail: { via },
        } as const;
        return {
          plan: joinPlans(
            ...open.map((approval) => closeApproval(approval, row, closing)),
            endInstruction(reply, change, settings),
            goOn(reply),
          ),
          outcome: 'cancelled',
        };
      }
      default:
        return assertNever(row.status);
    }
  },
});

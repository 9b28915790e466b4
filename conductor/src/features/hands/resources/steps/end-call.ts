import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import {
  type AuditEvent,
  joinPlans,
  type OutgoingFrame,
  plan,
  type Plan,
} from '../../../../engine/plan.ts';
import type { Approval } from '../../../heart/actions/feature.ts';
import type { ChatSession } from '../../../heart/lineage/feature.ts';
import { settleQuestions } from '../ask-person.ts';
import type { CallEvent } from '../call.machine.ts';
import { changeCall } from '../call-changes.ts';
import type { ResourceCall } from '../rows.ts';

/** Ends a call with an error; what was asked about it is asked no more, and its frame goes out no more. */
export function endCall(
  call: ResourceCall,
  session: ChatSession,
  ending: {
    readonly event: CallEvent;
    readonly error: CodedError;
    readonly questions: readonly Approval[];
    /** Executor that has the call's frame, or would get it. */
    readonly executorId: string | null;
    readonly actor?: AuditEvent['actor'];
    readonly by?: string;
    readonly now: number;
  },
): Plan {
  const {
    event,
    error,
    questions,
    executorId,
    actor = 'conductor',
    by = 'conductor',
    now,
  } = ending;
  const { callId, resourceId } = call;
  const isOut = call.status === 'dispatched' || call.status === 'begun';
  return joinPlans(
    changeCall(call, session, {
      event,
      now,
      actor,
      set: { errorCode: error.code, errorText: error.text },
    }),
    settleQuestions(questions, callId, { decision: 'cancelled', reason: null, by, actor, now }),
    isOut && executorId !== null && resourceId !== null
      ? plan({ frames: [cancelFrame(executorId, callId, resourceId)] })
      : plan({}),
  );
}

/** An executor that was away must not hear "do it" before it hears "do not". */
export function cancelFrame(clientId: string, callId: string, resourceId: string): OutgoingFrame {
  return {
    clientId,
    frame: { type: 'tool.cancel', call_id: callId, resource_id: resourceId },
    insteadOf: { type: 'tool.call', call_id: callId },
  };
}

import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { insert, joinPlans, plan, type Plan } from '../../../engine/plan.ts';
import { changeCall } from './call-changes.ts';
import { originOf } from './origin-of.ts';
import type { Standing } from './queries.ts';
import { type ResourceCall, RESOURCE_CALLS } from './rows.ts';
import { endCall } from './steps/end-call.ts';
import { resourceCallsWait } from './effects.ts';

/**
 * The page of a pinned resource went; a call that waits for it has it opened again first, where it was last. That is a call
 * of its own before the other: its site is asked about as ever, and the trail tells of it.
 */
export function reopening({ resource, session }: Standing, next: ResourceCall, now: number): Plan {
  const { resourceId, lastUrl, adapter, browserName, version } = resource;
  const origin = originOf(lastUrl);
  const args = {
    ...(origin !== null && { url: lastUrl }),
    in: browserName ?? adapter,
    background: true,
    pinned: true,
  };
  const call: ResourceCall = {
    callId: `${next.callId}.open.${version}`,
    resourceId,
    chatSessionId: next.chatSessionId,
    caller: next.caller,
    instructionId: null,
    tool: 'browser.ensure',
    argsJson: JSON.stringify(args),
    writes: true,
    risk: 'low',
    status: 'proposed',
    attempt: 0,
    // Its place is before the one that needs it.
    queuedAt: next.queuedAt - 1,
    dispatchedAt: null,
    finishedAt: null,
    deadlineAt: next.deadlineAt,
    expected: { origin },
    resultJson: null,
    errorCode: null,
    errorText: null,
    createdAt: now,
    version: 1,
  };
  return joinPlans(
    plan({ changes: [insert(RESOURCE_CALLS, call)] }),
    changeCall(call, session, { event: { type: 'ASKED' }, now }),
    plan({ effects: [resourceCallsWait({ resourceId })] }),
  );
}

/** Ends the calls that wait for a page that could not be opened again; otherwise each would ask for it once more. */
export function notReopened(
  { resource: { resourceId }, session, calls, questions }: Standing,
  reopened: Pick<ResourceCall, 'callId'>,
  { code, text }: CodedError,
  now: number,
): Plan {
  const error = { code, text: `${resourceId} could not be opened again: ${text}` };
  return joinPlans(
    plan({}),
    ...calls
      .filter(({ callId, status }) => callId !== reopened.callId && status === 'queued')
      .map((call) => {
        const event = { type: 'FAILED' } as const;
        return endCall(call, session, { event, error, questions, executorId: null, now });
      }),
  );
}

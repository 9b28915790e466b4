import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { ResourceType } from '../../../../../../shared/model/resource-words.ts';
import { type AuditEvent, joinPlans, plan, type Plan } from '../../../../engine/plan.ts';
import type { FoundBy } from '../../../../engine/query.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { changeCall, changeResource } from '../call-changes.ts';
import { notReopened } from '../reopen-page.ts';
import { cancelFrame, endCall } from './end-call.ts';
import * as resources from '../queries.ts';
import { resourceCallsWait } from '../effects.ts';

type About = NonNullable<FoundBy<typeof resources.callStanding>>;

interface CancelCallInput {
  readonly callId: string;
  readonly actor: AuditEvent['actor'];
  readonly reason: string;
  readonly now: number;
}

/**
 * Cancels a call that somebody does not want any more. A call that was not handed out provably does not happen; one
 * that was ends as its executor says.
 */
export const cancelCall = defineStep({
  name: 'cancel call',
  load: ({ callId }: CancelCallInput) => ({ about: resources.callStanding({ callId }) }),
  decide({ about }, { actor, reason, now }): Decision<'cancelled' | 'asked' | 'ended' | null> {
    if (about === null) return { plan: plan({}), outcome: null };
    const { call, session, standing, questions } = about;
    const executorId = standing?.resource.executorId ?? null;
    const event = { type: 'CANCEL' } as const;
    if (call.status === 'dispatched' || call.status === 'begun') {
      return {
        plan: joinPlans(
          changeCall(call, session, { event, actor, now }),
          // Its frame stays: what it has begun it must say.
          executorId === null || call.resourceId === null
            ? plan({})
            : plan({
                frames: [
                  {
                    clientId: executorId,
                    frame: cancelFrame(executorId, call.callId, call.resourceId).frame,
                  },
                ],
              }),
        ),
        outcome: 'asked',
      };
    }
    if (call.status !== 'proposed' && call.status !== 'waiting' && call.status !== 'queued')
      return { plan: plan({}), outcome: 'ended' };
    const error = { code: 'cancelled', text: `${reason} Nothing of it was done.` } as const;
    return {
      plan: joinPlans(
        endCall(call, session, { event, error, questions, executorId, actor, now }),
        unopened(about, error, now),
      ),
      outcome: 'cancelled',
    };
  },
});

interface EndOverdueCallInput {
  readonly callId: string;
  readonly now: number;
}

/** The time of a call is over. */
export const endOverdueCall = defineStep({
  name: 'end overdue call',
  load: ({ callId }: EndOverdueCallInput) => ({ about: resources.callStanding({ callId }) }),
  decide({ about }, { now }): Decision<null> {
    if (about === null) return { plan: plan({}), outcome: null };
    const { call, session, standing, questions } = about;
    if (call.deadlineAt === null || call.deadlineAt > now) return { plan: plan({}), outcome: null };
    const { writes, status } = call;
    const isOut = status === 'dispatched' || status === 'begun';
    const isUnknown = isOut && writes;
    const executorId = standing?.resource.executorId ?? null;
    const place = PLACES[standing?.resource.resourceType ?? 'browser'];
    const error = isUnknown
      ? ({
          code: 'outcome_unknown',
          text: `It was given to ${place}, and no answer came: it may have taken effect. Look at ${place} before you ask for it again.`,
        } as const)
      : isOut
        ? ({
            code: 'call_timeout',
            text: 'No answer came in time. It only reads: ask again.',
          } as const)
        : ({
            code: executorId === null ? 'call_timeout' : 'executor_gone',
            text: 'Its turn did not come in time; nothing of it was done.',
          } as const);
    return {
      plan: joinPlans(
        endCall(call, session, {
          event: { type: 'DEADLINE', writes },
          error,
          questions,
          executorId,
          now,
        }),
        unopened(about, error, now),
        standing === null
          ? plan({})
          : plan({
              effects: [resourceCallsWait({ resourceId: standing.resource.resourceId })],
            }),
      ),
      outcome: null,
    };
  },
});

const PLACES: Readonly<Record<ResourceType, string>> = {
  browser: 'the page',
  terminal: 'the terminal',
  service: 'the service',
};

/** Fails the resource that a call was to open, or frees it for the next call. */
export function unopened(
  { call, standing }: Pick<About, 'call' | 'standing'>,
  error: CodedError,
  now: number,
): Plan {
  if (standing === null) return plan({});
  const { resource, session } = standing;
  if (resource.status === 'parked' && call.tool === 'browser.ensure')
    return notReopened(standing, call, error, now);
  const { executorId, resourceId } = resource;
  if (resource.status === 'opening') {
    const frame = { type: 'resource.close', resource_id: resourceId } as const;
    const isOut = call.status === 'dispatched';
    return joinPlans(
      changeResource(resource, session, {
        event: { type: 'OPEN_FAILED' },
        now,
        set: { statusReason: 'what was to open it ended' },
      }),
      isOut ? plan({ frames: [{ clientId: executorId, frame }] }) : plan({}),
    );
  }
  const isOut = call.status === 'dispatched' || call.status === 'begun';
  return isOut && resource.status === 'busy'
    ? changeResource(resource, session, { event: { type: 'CALL_ENDED' }, now })
    : plan({});
}

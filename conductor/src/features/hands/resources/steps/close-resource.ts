import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import { type AuditEvent, joinPlans, plan, type Plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { changeResource } from '../call-changes.ts';
import { activeWithout } from '../new-tab.ts';
import type { Standing } from '../queries.ts';
import { isOpen, type ResourceEvent } from '../resource.machine.ts';
import { endCall } from './end-call.ts';
import * as resources from '../queries.ts';
import { CHAT_SESSIONS } from '../../../heart/lineage/sessions/rows.ts';

interface CloseResourceInput {
  readonly resourceId: string;
  readonly actor: AuditEvent['actor'];
  readonly reason: string;
  readonly now: number;
}

/** Closes what was opened and gives back what was lent. Of one that is closed nothing changes. */
export const closeResource = defineStep({
  name: 'close resource',
  load: ({ resourceId }: CloseResourceInput) => ({ standing: resources.standing({ resourceId }) }),
  decide({ standing }, { actor, reason, now }): Decision<'closed' | 'given_back' | null> {
    if (standing === null) return { plan: plan({}), outcome: null };
    const outcome = standing.resource.originKind === 'lent' ? 'given_back' : 'closed';
    if (!isOpen(standing.resource.status)) return { plan: plan({}), outcome };
    const { resourceId, executorId } = standing.resource;
    return {
      plan: joinPlans(
        closed(standing, { event: { type: 'CLOSE' }, reason, actor, now }),
        plan({
          frames: [
            { clientId: executorId, frame: { type: 'resource.close', resource_id: resourceId } },
          ],
        }),
      ),
      outcome,
    };
  },
});

/**
 * A resource is there no more, or of a pinned one the page (PARK). What waits for it ends; what has been given to its
 * executor and changes something may have happened, and nobody knows.
 *
 * @param error Of calls that have not been given away.
 */
export function closed(
  { resource, session, calls, questions, tab, others }: Standing,
  how: {
    readonly event: Extract<ResourceEvent, { type: 'CLOSE' | 'REVOKED' | 'NOT_REPORTED' | 'PARK' }>;
    readonly reason: string;
    readonly actor: AuditEvent['actor'];
    readonly code?: CodedError['code'];
    readonly now: number;
  },
): Plan {
  const { event, reason, actor, code = 'resource_closed', now } = how;
  const { executorId, resourceId } = resource;
  const ending = calls.map((call) => {
    const isOut = call.status === 'dispatched' || call.status === 'begun';
    const isUnknown = isOut && call.writes;
    return endCall(call, session, {
      event: isOut
        ? isUnknown
          ? { type: 'EXECUTOR_GONE', writes: true }
          : { type: 'FAILED' }
        : call.status === 'queued'
          ? { type: 'FAILED' }
          : { type: 'REFUSED' },
      error: isUnknown
        ? {
            code: 'outcome_unknown',
            text: `It was given to ${resourceId}, no answer came, and that is closed: ${reason}.`,
          }
        : { code, text: `${resourceId} is closed: ${reason}.` },
      questions,
      executorId,
      actor,
      now,
    });
  });
  const wasActive = event.type !== 'PARK' && session.activeTabId === tab?.tabId;
  return joinPlans(
    ...ending,
    changeResource(resource, session, {
      event,
      actor,
      now,
      set: { statusReason: reason, lastDoc: null },
    }),
    wasActive
      ? plan({
          changes: [update(CHAT_SESSIONS, session, { activeTabId: activeWithout(others) })],
        })
      : plan({}),
  );
}

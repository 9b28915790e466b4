import { err, ok, type Result } from '../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import { resourceIdOf } from '../../../../../../shared/model/resource-id.ts';
import type { ResourceType } from '../../../../../../shared/model/resource-words.ts';
import type { JsonObject } from '../../../../baa/json-value.ts';
import { insert, joinPlans, plan, type Plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { changeCall } from '../call-changes.ts';
import { chooseExecutor, type ExecutorsNow } from '../choose-executor.ts';
import type { Limits } from '../limits.ts';
import type { SessionStanding } from '../queries.ts';
import { type Resource, type ResourceCall, RESOURCES } from '../rows.ts';
import { endCall } from './end-call.ts';
import * as resources from '../queries.ts';
import { CHAT_SESSIONS } from '../../../heart/lineage/sessions/rows.ts';
import { resourceCallsWait } from '../effects.ts';

interface QueueCallInput {
  readonly callId: string;
  readonly chatSessionId: string;
  readonly executorsNow: ExecutorsNow;
  readonly limits: Limits;
  readonly now: number;
}

/**
 * Lets a proposed call run: its row is durable before anything of it is done. What opens a resource gets its name here.
 * A call that is past that is left as it is.
 */
export const queueCall = defineStep({
  name: 'queue call',
  load: ({ callId, chatSessionId }: QueueCallInput) => ({
    about: resources.callStanding({ callId }),
    standing: resources.sessionStanding({ chatSessionId }),
  }),
  decide({ about, standing }, { executorsNow, limits, now }): Decision<ResourceCall | null> {
    if (about === null || standing === null) return { plan: plan({}), outcome: null };
    const { call, session, questions } = about;
    if (call.status !== 'proposed' && call.status !== 'waiting')
      return { plan: plan({}), outcome: call };
    const waiting = about.standing?.calls.filter(({ status }) => status !== 'proposed') ?? [];
    const fault = overLimits(standing, waiting.length, limits);
    if (fault !== null) {
      const ending = {
        event: { type: 'REFUSED' },
        error: fault,
        questions,
        executorId: null,
        now,
      } as const;
      return { plan: endCall(call, session, ending), outcome: call };
    }
    const opening = openingOf(call, standing, { executorsNow, limits, now });
    if (!opening.ok) {
      const ending = {
        event: { type: 'REFUSED' },
        error: opening.error,
        questions,
        executorId: null,
        now,
      } as const;
      return { plan: endCall(call, session, ending), outcome: call };
    }
    const resourceId = opening.value?.resource.resourceId ?? call.resourceId;
    const event = { type: call.status === 'waiting' ? 'ALLOWED' : 'ASKED' } as const;
    const set = { resourceId, queuedAt: now, deadlineAt: now + limits.turn_ms };
    return {
      plan: joinPlans(
        opening.value?.plan ??
          plan({ changes: [update(CHAT_SESSIONS, session, { lastUsedAt: now })] }),
        changeCall(call, session, { event, now, set }),
        resourceId === null ? plan({}) : plan({ effects: [resourceCallsWait({ resourceId })] }),
      ),
      outcome: { ...call, resourceId },
    };
  },
});

function overLimits(
  { unfinished }: SessionStanding,
  waiting: number,
  { max_queued: ofOne, max_queued_of_session: ofAll }: Limits,
): CodedError | null {
  // What a person did not let run waits for nothing.
  const going = unfinished.filter(({ status }) => status !== 'proposed');
  if (going.length >= ofAll || waiting >= ofOne) {
    return {
      code: 'quota_resources',
      text: `So many calls wait already: at most ${ofOne} for one page or terminal, ${ofAll} for a chat.`,
    };
  }
  return null;
}

/** The resource that the call is to open; null: it opens none. */
function openingOf(
  call: ResourceCall,
  { session, open, executors }: SessionStanding,
  given: { readonly executorsNow: ExecutorsNow; readonly limits: Limits; readonly now: number },
): Result<{ readonly resource: Resource; readonly plan: Plan } | null, CodedError> {
  const { executorsNow, limits, now } = given;
  const type = OPENS[call.tool];
  if (type === undefined) return ok(null);
  const ofType = open.filter(({ resource }) => resource.resourceType === type);
  if (ofType.length >= limits[`max_${type}`]) {
    const names = ofType.map(({ resource }) => resource.resourceId).join(', ');
    const text = `A chat has at most ${limits[`max_${type}`]} of ${type}. Open are ${names}.`;
    return err({ code: 'quota_resources', text });
  }
  const args = JSON.parse(call.argsJson) as JsonObject;
  const chosen = chooseExecutor(call.tool, args, executors, executorsNow);
  if (!chosen.ok) return chosen;
  const { chatSessionId, nextIndex: index } = session;
  const resource: Resource = {
    resourceId: resourceIdOf({ type, chatSessionId, index }),
    resourceType: type,
    chatSessionId,
    idx: index,
    ...chosen.value,
    originKind: 'opened',
    status: 'opening',
    statusReason: null,
    lastUrl: null,
    lastTitle: null,
    lastDoc: null,
    driverId: null,
    pinned: args['pinned'] === true,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  return ok({
    resource,
    plan: plan({
      changes: [
        insert(RESOURCES, resource),
        update(CHAT_SESSIONS, session, { nextIndex: index + 1, lastUsedAt: now }),
      ],
    }),
  });
}

const OPENS: Readonly<Partial<Record<string, ResourceType>>> = {
  'browser.ensure': 'browser',
  'terminal.open': 'terminal',
  'terminal.start': 'terminal',
  'service.open': 'service',
};

import { type AuditEvent, joinPlans, plan, type Plan, update } from '../../../engine/plan.ts';
import type { ChatSession } from '../../heart/lineage/feature.ts';
import { type CallEvent, callTable, hasEnded } from './call.machine.ts';
import { originOf } from './origin-of.ts';
import { type ResourceEvent, resourceTable } from './resource.machine.ts';
import { type Resource, type ResourceCall, RESOURCE_CALLS, RESOURCES } from './rows.ts';
import { resourceCallEnded, resourceChanged } from './effects.ts';

interface Changed {
  readonly now: number;
  readonly actor?: AuditEvent['actor'];
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** One step of one call, with its line in the trail: never what was typed or read. Throws InvalidTransition. */
export function changeCall(
  call: ResourceCall,
  session: ChatSession,
  change: Changed & {
    readonly event: CallEvent;
    readonly set?: Partial<Omit<ResourceCall, 'version' | 'status'>>;
  },
): Plan {
  const { event, now, actor = 'conductor', set = {}, detail } = change;
  const status = callTable.next(call.status, event);
  const ends = hasEnded(status) && !hasEnded(call.status);
  const { callId } = call;
  return plan({
    changes: [
      update(RESOURCE_CALLS, call, {
        ...set,
        status,
        ...(ends && { finishedAt: now, deadlineAt: null }),
      }),
    ],
    events: [
      {
        type: `call.${event.type.toLowerCase()}`,
        subjectId: callId,
        conversationKey: session.conversationKey,
        actor,
        at: now,
        detail: {
          tool: call.tool,
          ...((set.resourceId ?? call.resourceId) !== null && {
            resource_id: set.resourceId ?? call.resourceId,
          }),
          ...(call.expected !== null && {
            origin: call.expected.origin,
            ...(call.expected.target && { element: call.expected.target }),
          }),
          ...(set.errorCode && { code: set.errorCode }),
          ...detail,
        },
      },
    ],
    effects: ends ? [resourceCallEnded({ callId })] : [],
  });
}

/** The same of a resource. */
export function changeResource(
  resource: Resource,
  session: ChatSession,
  change: Changed & {
    readonly event: ResourceEvent;
    readonly set?: Partial<Omit<Resource, 'version' | 'status'>>;
  },
): Plan {
  const { event, now, actor = 'conductor', set = {}, detail } = change;
  const status = resourceTable.next(resource.status, event);
  const quiet = event.type === 'CALL_BEGUN' || event.type === 'CALL_ENDED';
  return joinPlans(
    plan({
      changes: [update(RESOURCES, resource, { ...set, status, updatedAt: now })],
      effects: [
        resourceChanged({
          resourceId: resource.resourceId,
          chatSessionId: resource.chatSessionId,
          status,
        }),
      ],
    }),
    quiet
      ? plan({})
      : plan({
          events: [
            {
              type: `resource.${event.type.toLowerCase()}`,
              subjectId: resource.resourceId,
              conversationKey: session.conversationKey,
              actor,
              at: now,
              detail: {
                origin: originOf(set.lastUrl ?? resource.lastUrl),
                kind: resource.originKind,
                ...(set.statusReason && { reason: set.statusReason }),
                ...detail,
              },
            },
          ],
        }),
  );
}

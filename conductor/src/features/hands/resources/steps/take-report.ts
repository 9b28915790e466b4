import type { FrameOf } from '../../../../../../shared/protocol/index.ts';
import { fieldsSet, insert, joinPlans, plan, type Plan, update } from '../../../../engine/plan.ts';
import type { QueryOf } from '../../../../engine/query.ts';
import { fromClient } from '../../../ground/browsers/feature.ts';
import { tainted } from '../../../heart/lineage/feature.ts';
import { changeResource } from '../call-changes.ts';
import { originOf } from '../origin-of.ts';
import type { Standing } from '../queries.ts';
import { type ResourceEvent, resourceTable } from '../resource.machine.ts';
import { type Executor, EXECUTORS, RESOURCE_TABS, RESOURCES } from '../rows.ts';
import { closed } from './close-resource.ts';
import * as resources from '../queries.ts';
import { resourceCallsWait } from '../effects.ts';
import { CHAT_SESSIONS } from '../../../heart/lineage/sessions/rows.ts';

type Report = FrameOf<'resource.report'>;
type Held = Report['resources'][number];

interface Input {
  readonly executorId: string;
  readonly report: Report;
  readonly now: number;
}

/**
 * An executor says what it holds and what it can do. What it does not hold any more is closed; what nobody here knows of
 * is to be let go. Only what is held by it is believed.
 */
export const takeReport = fromClient<
  Input,
  {
    readonly executor: QueryOf<typeof resources.executor>;
    readonly standings: QueryOf<typeof resources.standingsOf>;
  },
  null
>({
  name: 'take report',
  load: ({ executorId }) => ({
    executor: resources.executor({ executorId }),
    standings: resources.standingsOf({ executorId }),
  }),
  decide({ executor, standings }, { executorId, report, now }) {
    const told = new Map(report.resources.map((held) => [held.resource_id, held]));
    const known = new Set(standings.map(({ resource }) => resource.resourceId));
    const strangers = report.resources.filter(
      ({ resource_id, status }) => !known.has(resource_id) && status !== 'closed',
    );
    return {
      plan: joinPlans(
        plan({ changes: [knownExecutor(executor, { executorId, report, now })] }),
        ...afterAnother(
          standings.map((standing) => {
            const held = told.get(standing.resource.resourceId);
            if (held !== undefined) return (now_: Standing) => reported(now_, held, now);
            return (now_: Standing) => (report.complete ? missing(now_, now) : plan({}));
          }),
          standings,
        ),
        plan({
          frames: strangers.map(({ resource_id }) => ({
            clientId: executorId,
            frame: { type: 'resource.close', resource_id },
          })),
          effects: standings.map(({ resource: { resourceId } }) =>
            resourceCallsWait({
              resourceId,
            }),
          ),
        }),
      ),
      outcome: null,
    };
  },
});

/**
 * Several resources of one session may close in one step, and each says which tab is active then: what one has written of
 * the session the next one builds on.
 */
function afterAnother(
  changes: readonly ((standing: Standing) => Plan)[],
  standings: readonly Standing[],
): Plan[] {
  const sessions = new Map<string, Standing['session']>();
  const gone = new Set<string>();
  return standings.map((standing, place) => {
    const { chatSessionId } = standing.session;
    const session = sessions.get(chatSessionId) ?? standing.session;
    const others = standing.others.filter(({ resource }) => !gone.has(resource.resourceId));
    const made = changes[place]?.({ ...standing, session, others }) ?? plan({});
    for (const change of made.changes) {
      const set = fieldsSet(change, CHAT_SESSIONS);
      if (set !== null)
        sessions.set(chatSessionId, { ...session, ...set, version: session.version + 1 });
      if (fieldsSet(change, RESOURCES)?.status === 'closed') gone.add(standing.resource.resourceId);
    }
    return made;
  });
}

function knownExecutor(
  executor: Executor | null,
  { executorId, report: { capabilities }, now }: Input,
) {
  if (executor !== null) return update(EXECUTORS, executor, { capabilities, reportedAt: now });
  const isWorker = !capabilities.adapters.includes('tab');
  return insert(EXECUTORS, {
    executorId,
    kind: isWorker ? 'worker' : 'browser',
    capabilities,
    reportedAt: now,
    version: 1,
  });
}

const EVENTS: Readonly<Record<Held['status'], ResourceEvent>> = {
  ready: { type: 'PERSON_RETURNS' },
  busy: { type: 'PERSON_RETURNS' },
  held: { type: 'PERSON_TAKES' },
  closed: { type: 'CLOSE' },
};

function reported(standing: Standing, held: Held, now: number): Plan {
  const { resource, session, tab, calls } = standing;
  if (held.status === 'closed') {
    const reason = held.reason ?? 'its browser closed it';
    const event = {
      type: held.for_good !== true && comesBack(standing) ? 'PARK' : 'CLOSE',
    } as const;
    return closed(standing, { event, reason, actor: 'conductor', now });
  }
  const set = {
    statusReason: held.reason,
    ...(held.url !== null && { lastUrl: held.url }),
    ...(held.title !== null && { lastTitle: held.title }),
    ...(held.driver_id !== null && { driverId: held.driver_id }),
  };
  const shown =
    tab === null || (held.title === null && held.icon === null)
      ? plan({})
      : plan({
          changes: [
            update(RESOURCE_TABS, tab, {
              title: held.title ?? tab.title,
              icon: held.icon ?? tab.icon,
            }),
          ],
        });
  const heard = heardOf(standing, held, now);
  const isBack = resource.status === 'detached' || resource.status === 'parked';
  const event: ResourceEvent = isBack ? { type: 'REPORTED' } : EVENTS[held.status];
  if (!resourceTable.can(resource.status, event))
    return joinPlans(
      plan({ changes: [update(RESOURCES, resource, { ...set, updatedAt: now })] }),
      shown,
      heard,
    );
  const after = { ...resource, ...set, status: resourceTable.next(resource.status, event) };
  const isOut = calls.some(({ status }) => status === 'dispatched' || status === 'begun');
  // It goes on where it was: what it was given is still under way.
  const again = { type: 'CALL_BEGUN' } as const;
  const resumed =
    isOut && resourceTable.can(after.status, again)
      ? changeResource({ ...after, version: resource.version + 1 }, session, { event: again, now })
      : plan({});
  return joinPlans(changeResource(resource, session, { event, now, set }), resumed, shown, heard);
}

/** Address and title stand in lists of the chat's pages from now on, and are their author's words. */
function heardOf({ resource, session }: Standing, { url, title }: Held, now: number): Plan {
  const origin = url === null && title === null ? null : originOf(url ?? resource.lastUrl);
  const raised = origin === null ? null : tainted(session, [origin], now);
  if (raised === null) return plan({}); // guard: taint-of-titles
  const change = update(CHAT_SESSIONS, session, { taint: raised.taint });
  return plan({ changes: [change], events: [raised.event] });
}

/** A page that is pinned is opened again by the next call. What was lent is its person's. */
function comesBack({ resource }: Standing): boolean {
  const { pinned, originKind, resourceType, status } = resource;
  return (
    pinned &&
    originKind === 'opened' &&
    resourceType === 'browser' &&
    resourceTable.can(status, PARK)
  );
}

const PARK = { type: 'PARK' } as const;

/** Parks or closes a resource that its executor's report leaves out: the executor has it no more. */
function missing(standing: Standing, now: number): Plan {
  const { status } = standing.resource;
  // What was asked for since it began to speak, it has not heard yet.
  if (status === 'opening' || status === 'parked') return plan({});
  const event = {
    type: comesBack(standing) ? 'PARK' : status === 'detached' ? 'NOT_REPORTED' : 'CLOSE',
  } as const;
  const reason = 'its browser does not have it any more';
  return closed(standing, { event, reason, actor: 'conductor', now });
}

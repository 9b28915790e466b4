import type { JsonObject } from '../../../../baa/json-value.ts';
import { joinPlans, plan, type Plan, update } from '../../../../engine/plan.ts';
import type { FoundBy } from '../../../../engine/query.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { askPerson } from '../ask-person.ts';
import { browserState } from '../browser-state.ts';
import { changeCall } from '../call-changes.ts';
import type { SessionStanding, ShownResource } from '../queries.ts';
import { endCall } from './end-call.ts';
import { closed } from './close-resource.ts';
import * as resources from '../queries.ts';
import { CHAT_SESSIONS } from '../../../heart/lineage/sessions/rows.ts';
import { RESOURCE_TABS, RESOURCES } from '../rows.ts';

type About = NonNullable<FoundBy<typeof resources.callStanding>>;

interface Input {
  readonly callId: string;
  readonly chatSessionId: string;
  /** How long a person has to answer; null: for ever. */
  readonly expireAfterMs: number | null;
  readonly now: number;
}

/** Verbs that no executor is needed for: lists, the binding of a chat to a tab, what ends, and what a person is to do. */
export const runOwnVerb = defineStep({
  name: 'run own verb',
  load: ({ callId, chatSessionId }: Input) => ({
    about: resources.callStanding({ callId }),
    standing: resources.sessionStanding({ chatSessionId }),
  }),
  decide({ about, standing }, input): Decision<null> {
    if (about === null || standing === null || about.call.status !== 'proposed')
      return { plan: plan({}), outcome: null };
    const { call, session, standing: on } = about;
    const { now } = input;
    if (call.resourceId !== null && on === null) {
      const error = { code: 'resource_closed', text: `${call.resourceId} is gone.` } as const;
      const event = { type: 'REFUSED' } as const;
      const ending = { event, error, questions: [], executorId: null, now };
      return { plan: endCall(call, session, ending), outcome: null };
    }
    if (call.tool === 'browser.handOver') return { plan: handedOver(about, input), outcome: null };
    const { result, made } = done(about, standing, now);
    const asked = changeCall(call, session, { event: { type: 'ASKED' }, now });
    const queued = { ...call, status: 'queued' as const, version: call.version + 1 };
    const set = { resultJson: JSON.stringify(result) };
    return {
      plan: joinPlans(
        asked,
        changeCall(queued, session, { event: { type: 'OK' }, now, set }),
        made,
      ),
      outcome: null,
    };
  },
});

function handedOver({ call, session }: About, { expireAfterMs, now }: Input): Plan {
  const args = JSON.parse(call.argsJson) as JsonObject;
  const expiresAt = expireAfterMs === null ? null : now + expireAfterMs;
  const words = typeof args['reason'] === 'string' ? args['reason'] : '';
  return joinPlans(
    changeCall(call, session, { event: { type: 'WAIT' }, now }),
    askPerson(call, session, { about: 'person_step', now, expiresAt, more: { words } }),
  );
}

function done(
  { call, session, standing: on }: About,
  { open }: SessionStanding,
  now: number,
): { readonly result: JsonObject; readonly made: Plan } {
  const args = JSON.parse(call.argsJson) as JsonObject;
  const nothing = plan({});
  switch (call.tool) {
    case 'browser.tabs':
      return { result: browserState(session, open), made: nothing };
    case 'resource.list':
      return { result: { resources: open.map(listed) }, made: nothing };
    case 'browser.switchTab':
      return switched(on, session, open, now);
    case 'resource.pin':
      return {
        result: { pinned: args['on'] === true },
        made: pinned(on, args['on'] === true, now),
      };
    case 'browser.show':
      return { result: { offered: true }, made: nothing };
    default:
      return closing(on, now);
  }
}

/** Switches the tab that the session acts on, in one commit with its line in the trail. */
function switched(
  on: About['standing'],
  session: About['session'],
  open: SessionStanding['open'],
  now: number,
): { readonly result: JsonObject; readonly made: Plan } {
  const tab = on?.tab ?? null;
  if (on === null || tab === null) return { result: { driver_id: null }, made: plan({}) };
  const state = browserState({ activeTabId: tab.tabId }, open);
  const tabs = state['tabs'] as readonly JsonObject[];
  return {
    result: {
      driver_id: on.resource.driverId,
      tab: tabs.find(({ id }) => id === tab.tabId) ?? { id: tab.tabId },
    },
    made: plan({
      changes: [
        update(CHAT_SESSIONS, session, { activeTabId: tab.tabId }),
        update(RESOURCE_TABS, tab, { lastActiveAt: now }),
      ],
      events: [
        {
          type: 'session.bound',
          subjectId: session.chatSessionId,
          conversationKey: session.conversationKey,
          actor: 'conductor',
          at: now,
          detail: { tab_id: tab.tabId, resource_id: on.resource.resourceId },
        },
      ],
    }),
  };
}

function pinned(on: About['standing'], pin: boolean, now: number): Plan {
  if (on === null) return plan({});
  return plan({
    changes: [
      update(RESOURCES, on.resource, { pinned: pin, updatedAt: now }),
      ...(on.tab === null ? [] : [update(RESOURCE_TABS, on.tab, { pinned: pin })]),
    ],
  });
}

function closing(
  on: About['standing'],
  now: number,
): { readonly result: JsonObject; readonly made: Plan } {
  if (on === null) return { result: { closed: false }, made: plan({}) };
  const { resourceId, executorId, originKind } = on.resource;
  const frame = { type: 'resource.close', resource_id: resourceId } as const;
  return {
    result: originKind === 'lent' ? { given_back: resourceId } : { closed: resourceId },
    made: joinPlans(
      closed(
        // The call that closes it is not ended by that.
        { ...on, calls: on.calls.filter(({ status }) => status !== 'proposed') },
        {
          event: { type: 'CLOSE' },
          reason: 'the chat closed it',
          actor: 'conductor',
          now,
        },
      ),
      plan({ frames: [{ clientId: executorId, frame }] }),
    ),
  };
}

function listed({ resource, tab }: ShownResource): JsonObject {
  return {
    resource: resource.resourceId,
    status: resource.status,
    ...(tab !== null && { tab: tab.tabId }),
    url: resource.lastUrl,
    title: resource.lastTitle,
    pinned: resource.pinned,
  };
}

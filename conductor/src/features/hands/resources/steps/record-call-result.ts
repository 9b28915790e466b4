import type { FrameOf } from '../../../../../../shared/protocol/index.ts';
import {
  insert,
  joinPlans,
  type OutgoingFrame,
  plan,
  type Plan,
  update,
} from '../../../../engine/plan.ts';
import type { QueryOf } from '../../../../engine/query.ts';
import type { Refusal } from '../../../../engine/refusal.ts';
import { fromClient } from '../../../ground/browsers/feature.ts';
import { tainted } from '../../../heart/lineage/feature.ts';
import { callTable } from '../call.machine.ts';
import { changeCall, changeResource } from '../call-changes.ts';
import { newTab } from '../new-tab.ts';
import { originOf } from '../origin-of.ts';
import type { Standing } from '../queries.ts';
import { notReopened } from '../reopen-page.ts';
import { type ResourceCall, RESOURCES, RESOURCE_TABS } from '../rows.ts';
import { resourceTable } from '../resource.machine.ts';
import * as resources from '../queries.ts';
import { resourceCallsWait } from '../effects.ts';
import { CHAT_SESSIONS } from '../../../heart/lineage/sessions/rows.ts';

type Result = FrameOf<'tool.result'>;

interface Input {
  readonly executorId: string;
  readonly result: Result;
  /** Id of the tab, if the call opens one. */
  readonly tabId: string;
  readonly now: number;
}

/**
 * An executor says how a call ended. In the same commit the session is marked as having read what the page's author
 * wrote, and what the call opened gets its tab. A result of a call that has ended already changes nothing, unless nobody
 * knew how it ended.
 */
export const recordCallResult = fromClient<
  Input,
  { readonly about: QueryOf<typeof resources.callStanding> },
  readonly Refusal[]
>({
  name: 'record call result',
  load: ({ result }) => ({ about: resources.callStanding({ callId: result.call_id }) }),
  decide({ about }, { executorId, result, tabId, now }) {
    if (about === null) return { plan: plan({}), outcome: [] };
    const { call, standing } = about;
    // guard: holder-answers
    if (standing === null || standing.resource.executorId !== executorId) {
      const message = 'The call was given to another.';
      return { plan: plan({}), outcome: [{ code: 'not_held', message, path: 'call_id' }] };
    }
    const event = { type: result.ok ? 'OK' : 'FAILED' } as const;
    const isOut =
      call.status === 'dispatched' || call.status === 'begun' || call.status === 'unknown';
    if (!isOut || !callTable.can(call.status, event)) return { plan: plan({}), outcome: [] };
    const { resourceId } = standing.resource;
    return {
      plan: joinPlans(
        changeCall(call, standing.session, {
          event,
          now,
          set: ended(result),
          detail: { begun: result.begun, attempt: result.attempt },
        }),
        seen(call, standing, result, { tabId, now }),
        plan({ effects: [resourceCallsWait({ resourceId })] }),
      ),
      outcome: [],
    };
  },
});

function ended({ ok, result, attachments, error_code, error_message }: Result) {
  // Files are those of the frame, whose shape was checked; data of that name is none.
  const { attachments: _, ...data } = result ?? {}; // guard: result-files
  const kept = { ...data, ...(attachments.length > 0 && { attachments }) };
  return {
    resultJson: result === null && attachments.length === 0 ? null : JSON.stringify(kept),
    errorCode: ok ? null : (error_code ?? ('tool_failed' as const)),
    errorText: ok ? null : (error_message ?? ''),
  };
}

/** Origin of words in a page that is of no site. */
const NO_SITE = 'about:blank';

/**
 * Returns the sites whose words a result brings. A result that names none brings words all the same: of the site that
 * the call was for, or of one that nobody knows. Going to a page of no site brings none.
 */
function sourcesOf(
  { tool, expected }: ResourceCall,
  { resourceType, lastUrl }: Standing['resource'],
  { ok, page, origins }: Result,
): readonly string[] {
  // A title is its page's too.
  const own = originOf(page?.url ?? null);
  const told = [...(own === null ? [] : [own]), ...origins];
  if (told.length > 0 || resourceType !== 'browser' || !ok) return told;
  const meant = expected?.origin ?? originOf(lastUrl);
  if (meant !== null) return [meant]; // guard: unnamed-words
  return tool === 'browser.ensure' || tool === 'browser.navigate' ? [] : [NO_SITE];
}

/**
 * Returns the frame that shows the person who works in a tab: their browser knows a program's name from nobody else.
 */
function marksOf(
  { resourceId, executorId, adapter, chatSessionId }: Standing['resource'],
  { label }: Standing['session'],
): OutgoingFrame[] {
  if (adapter !== 'tab' || label === '') return [];
  const mark = { title: label, colour: 'purple', hold: false } as const;
  const of = { resource_id: resourceId, chat_session_id: chatSessionId };
  return [{ clientId: executorId, frame: { type: 'resource.mark', ...of, ...mark } }];
}

/** Records what the result says of the resource and its session. */
function seen(
  call: ResourceCall,
  standing: Standing,
  result: Result,
  { tabId, now }: { readonly tabId: string; readonly now: number },
): Plan {
  const { resource, tab, session, others } = standing;
  const { ok, page, error_code, error_message } = result;
  const driverId = result.result?.['driver_id'];
  const set = {
    ...(page !== null && { lastUrl: page.url, lastTitle: page.title }),
    // Of a page that refused because it is another, the chat was shown nothing.
    ...(ok && page !== null && { lastDoc: page.doc }),
    // A number for diagnosis, by which a chat may name the tab as well.
    ...(typeof driverId === 'number' && Number.isSafeInteger(driverId) && { driverId }),
  };
  const reopens = resource.status === 'parked' && call.tool === 'browser.ensure';
  const opens = resource.status === 'opening' || reopens;
  const event = { type: opens ? (ok ? 'OPENED' : 'OPEN_FAILED') : 'CALL_ENDED' } as const;
  const reason = opens && !ok ? { statusReason: error_message ?? '' } : {};
  const isOpened = opens && ok && resource.resourceType === 'browser';
  const opened =
    isOpened && tab === null
      ? newTab(resource, others, { tabId, title: page?.title ?? null, now })
      : null;
  const isFirst = opened !== null && !others.some((one) => one.tab?.tabId === session.activeTabId);
  const raised = tainted(session, sourcesOf(call, resource, result), now);
  const error = { code: error_code ?? 'tool_failed', text: error_message ?? '' } as const;
  return joinPlans(
    reopens && !ok ? notReopened(standing, call, error, now) : plan({}),
    resourceTable.can(resource.status, event)
      ? changeResource(resource, session, { event, now, set: { ...set, ...reason } })
      : plan({ changes: [update(RESOURCES, resource, { ...set, updatedAt: now })] }),
    plan({
      changes: [
        ...(opened === null ? [] : [insert(RESOURCE_TABS, opened)]),
        ...(tab === null
          ? []
          : [update(RESOURCE_TABS, tab, { lastActiveAt: now, title: page?.title ?? tab.title })]),
        update(CHAT_SESSIONS, session, {
          lastUsedAt: now,
          ...(isFirst && { activeTabId: tabId }),
          ...(raised !== null && { taint: raised.taint }),
        }),
      ],
      events: raised === null ? [] : [raised.event],
      frames: isOpened ? marksOf(resource, session) : [],
    }),
  );
}

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { ToolOutcome } from '../../heart/actions/feature.ts';
import { callOutcome } from './call-outcome.ts';
import type { SessionStanding, ShownResource } from './queries.ts';
import type { ResourceCall, SiteGrant } from './rows.ts';

export type ResourceView = ResponseOf<'getResource'>;
export type TabView = NonNullable<ResourceView['tab']>;
export type CallView = ResponseOf<'getCall'>;
export type GrantView = ResponseOf<'listGrants'>['items'][number];

/** Longest text of a result in a list. */
const MAX_LISTED = 20_000;

export function resourceView(
  { resource, tab }: ShownResource,
  activeTabs: ReadonlySet<string>,
): ResourceView {
  return {
    resource_id: resource.resourceId,
    resource_type: resource.resourceType,
    chat_session_id: resource.chatSessionId,
    index: resource.idx,
    adapter: resource.adapter,
    executor_id: resource.executorId,
    origin_kind: resource.originKind,
    status: resource.status,
    status_reason: resource.statusReason,
    last_url: resource.lastUrl,
    last_title: resource.lastTitle,
    pinned: resource.pinned,
    tab: tab && tabView(tab, activeTabs),
    created_at: resource.createdAt,
    updated_at: resource.updatedAt,
  };
}

function tabView(tab: NonNullable<ShownResource['tab']>, activeTabs: ReadonlySet<string>): TabView {
  return {
    tab_id: tab.tabId,
    workspace_id: tab.workspaceId,
    resource_id: tab.resourceId,
    position: tab.position,
    title: tab.title,
    icon: tab.icon,
    pinned: tab.pinned,
    active: activeTabs.has(tab.tabId),
    created_at: tab.createdAt,
    last_active_at: tab.lastActiveAt,
  };
}

/** @param standing Of its session, for one whose result says how its tabs stand. */
export function callView(
  call: ResourceCall,
  standing: Pick<SessionStanding, 'session' | 'open'> | null = null,
): CallView {
  const outcome = call.status === 'succeeded' ? callOutcome(call, standing) : null;
  return {
    call_id: call.callId,
    resource_id: call.resourceId,
    chat_session_id: call.chatSessionId,
    caller: call.caller,
    instruction_id: call.instructionId,
    tool: call.tool,
    args: JSON.parse(call.argsJson) as JsonObject as CallView['args'],
    writes: call.writes,
    risk: call.risk,
    status: call.status,
    attempt: call.attempt,
    result: outcome?.ok === true ? resultView(outcome, standing !== null) : null,
    error: call.errorCode === null ? null : { code: call.errorCode, text: call.errorText ?? '' },
    created_at: call.createdAt,
    dispatched_at: call.dispatchedAt,
    finished_at: call.finishedAt,
    deadline_at: call.deadlineAt,
  };
}

function resultView(
  { text, format, attachments = [] }: Extract<ToolOutcome, { ok: true }>,
  isWhole: boolean,
): NonNullable<CallView['result']> {
  if (!isWhole) return { text: text.slice(0, MAX_LISTED), format };
  if (attachments.length === 0) return { text, format };
  const files = attachments.map(({ name, mediaType: media_type, bytes }) => ({
    name,
    media_type,
    data_base64: Buffer.from(bytes).toString('base64'),
  }));
  return { text, format, files };
}

export function grantView(grant: SiteGrant): GrantView {
  return {
    grant_id: grant.grantId,
    executor_id: grant.executorId,
    origin: grant.origin,
    chat_session_id: grant.chatSessionId,
    level: grant.level,
    until: grant.until,
    granted_at: grant.grantedAt,
    revoked_at: grant.revokedAt,
  };
}

import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import type { GrantLevel, ResourceType } from '../../../../../shared/model/resource-words.ts';
import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import type { CallStatus } from './call.machine.ts';
import type { ResourceStatus } from './resource.machine.ts';
import { table } from '../../../engine/tables.ts';

export type Capabilities = FrameOf<'resource.report'>['capabilities'];
export type Adapter = Capabilities['adapters'][number];
export type Expected = NonNullable<FrameOf<'tool.call'>['expect']>;

/** A browser or a worker that has said what it can do. */
export interface Executor {
  /** Id of the executor's client. */
  readonly executorId: string;
  readonly kind: 'browser' | 'worker';
  readonly capabilities: Capabilities;
  readonly reportedAt: number;
  readonly version: number;
}

/** One running page, terminal or service. */
export interface Resource {
  /** `{type}_{chatSessionId}_{index}`; a name, which stays as it is when its session moves. */
  readonly resourceId: string;
  readonly resourceType: ResourceType;
  readonly chatSessionId: string;
  readonly idx: number;
  readonly adapter: Adapter;
  readonly executorId: string;
  /** Name in a worker's `browsers.json`; null: the resource is in none of those browsers. */
  readonly browserName: string | null;
  /** A lent resource is given back, and never closed. */
  readonly originKind: 'opened' | 'lent';
  readonly status: ResourceStatus;
  readonly statusReason: string | null;
  readonly lastUrl: string | null;
  readonly lastTitle: string | null;
  /** The document that its chat was last shown, as its executor names it; null: none, or it went elsewhere since. */
  readonly lastDoc: string | null;
  /** The executor's own number of it, for people who look for a cause. */
  readonly driverId: number | null;
  /** true: the resource stays open while its chat is idle, and is opened again when it is asked for after it went. */
  readonly pinned: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

/** The entry of a resource in a list: it acts on nothing. */
export interface ResourceTab {
  readonly tabId: string;
  readonly workspaceId: string;
  readonly resourceId: string;
  readonly position: number;
  readonly title: string | null;
  readonly icon: string | null;
  readonly pinned: boolean;
  readonly createdAt: number;
  readonly lastActiveAt: number;
  readonly version: number;
}

/** One verb asked of one resource. Of an action its id is the action's, so that it cannot run twice. */
export interface ResourceCall {
  readonly callId: string;
  /** Null until it is clear on which: what opens one has none before it is let run. */
  readonly resourceId: string | null;
  readonly chatSessionId: string;
  readonly caller: 'instruction' | 'mcp' | 'http' | 'person';
  readonly instructionId: string | null;
  /** `browser.click` */
  readonly tool: string;
  readonly argsJson: string;
  readonly writes: boolean;
  readonly risk: 'low' | 'medium' | 'high';
  readonly status: CallStatus;
  readonly attempt: number;
  readonly queuedAt: number;
  readonly dispatchedAt: number | null;
  readonly finishedAt: number | null;
  /** Time until which the call may keep its status; null: as long as a person needs. */
  readonly deadlineAt: number | null;
  /** Facts that were judged, or shown to a person. */
  readonly expected: Expected | null;
  readonly resultJson: string | null;
  readonly errorCode: ErrorCode | null;
  readonly errorText: string | null;
  readonly createdAt: number;
  readonly version: number;
}

/** A person's permission for a site, as the extension reported it. */
export interface SiteGrant {
  readonly grantId: string;
  readonly executorId: string;
  readonly origin: string;
  /** Null: for every chat. */
  readonly chatSessionId: string | null;
  readonly level: GrantLevel;
  readonly until: number | null;
  readonly grantedAt: number;
  readonly revokedAt: number | null;
  readonly version: number;
}

export const EXECUTORS = table<Executor>('executors');

export const RESOURCES = table<Resource>('resources');

export const RESOURCE_TABS = table<ResourceTab>('resourceTabs');

export const RESOURCE_CALLS = table<ResourceCall>('resourceCalls');

export const SITE_GRANTS = table<SiteGrant>('siteGrants');

import type { Page, PageRequest } from '../../../engine/page-cursor.ts';
import { type Nothing, query } from '../../../engine/query.ts';
import type { Approval } from '../../heart/actions/feature.ts';
import type { ChatSession } from '../../heart/lineage/feature.ts';
import type { CallStatus } from './call.machine.ts';
import type { Executor, Resource, ResourceCall, ResourceTab, SiteGrant } from './rows.ts';

/** A resource, and its entry in lists. */
export interface ShownResource {
  readonly resource: Resource;
  readonly tab: ResourceTab | null;
}

/** State that decides what becomes of a resource's calls. */
export interface Standing extends ShownResource {
  readonly session: ChatSession;
  /** Calls that have not ended, the first asked first. */
  readonly calls: readonly ResourceCall[];
  /** Grants of the executor, without those taken back. */
  readonly grants: readonly SiteGrant[];
  /** Open questions to a person about the calls. */
  readonly questions: readonly Approval[];
  /** Other open tabs of the session, the latest active first. */
  readonly others: readonly ShownResource[];
}

/** State of a session, with all that it has open. */
export interface SessionStanding {
  readonly session: ChatSession;
  /** Open resources, by the place of their tabs. */
  readonly open: readonly ShownResource[];
  readonly unfinished: readonly Pick<
    ResourceCall,
    'callId' | 'tool' | 'status' | 'caller' | 'resourceId' | 'createdAt'
  >[];
  readonly executors: readonly Executor[];
  readonly grants: readonly SiteGrant[];
  /** Latest results that the session has read, the latest first: their text may stand in what is written now. */
  readonly read: readonly ReadResult[];
}

export interface ReadResult {
  readonly resourceId: string | null;
  readonly resultJson: string;
}

export const executors = query<Nothing, readonly Executor[]>('executors');

export const executor = query<{ readonly executorId: string }, Executor | null>('executor');

export const shownResource = query<{ readonly resourceId: string }, ShownResource | null>(
  'shownResource',
);
/** Open resources by the place of their tabs; of a session, or of all. */
export const openResources = query<
  { readonly chatSessionId: string | null },
  readonly ShownResource[]
>('openResources');

export const standing = query<{ readonly resourceId: string }, Standing | null>('standing');
/** Standings of all open resources of an executor; null: of every executor. */
export const standingsOf = query<{ readonly executorId: string | null }, readonly Standing[]>(
  'standingsOf',
);

export const sessionStanding = query<{ readonly chatSessionId: string }, SessionStanding | null>(
  'sessionStanding',
);

export const call = query<{ readonly callId: string }, ResourceCall | null>('call');

export const callStanding = query<
  { readonly callId: string },
  {
    readonly call: ResourceCall;
    readonly session: ChatSession;
    readonly standing: Standing | null;
    readonly questions: readonly Approval[];
  } | null
>('callStanding');
/** Calls that have not ended; of a session, or of all. */
export const unfinishedCalls = query<
  { readonly chatSessionId: string | null },
  readonly ResourceCall[]
>('unfinishedCalls');

export const overdueCallIds = query<
  { readonly now: number; readonly limit: number },
  readonly string[]
>('overdueCallIds');
/** Answers of a person about calls that still wait: the conductor ended in between. */
export const unheardAnswers = query<Nothing, readonly Approval[]>('unheardAnswers');

export const siteGrants = query<{ readonly executorId: string | null }, readonly SiteGrant[]>(
  'siteGrants',
);

export const siteGrant = query<{ readonly grantId: string }, SiteGrant | null>('siteGrant');

export const shownCalls = query<
  {
    readonly chatSessionId?: string | undefined;
    readonly status?: CallStatus | undefined;
    readonly page: PageRequest;
  },
  Page<ResourceCall>
>('shownCalls');

import type { Page, PageRequest } from '../../../engine/page-cursor.ts';
import type { Nothing, QueryType } from '../../../engine/query.ts';
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

export interface ResourcesQueries {
  readonly executors: QueryType<Nothing, readonly Executor[]>;
  readonly executor: QueryType<{ readonly executorId: string }, Executor | null>;
  readonly shownResource: QueryType<{ readonly resourceId: string }, ShownResource | null>;
  /** Open resources by the place of their tabs; of a session, or of all. */
  readonly openResources: QueryType<
    { readonly chatSessionId: string | null },
    readonly ShownResource[]
  >;
  readonly standing: QueryType<{ readonly resourceId: string }, Standing | null>;
  /** Standings of all open resources of an executor; null: of every executor. */
  readonly standingsOf: QueryType<{ readonly executorId: string | null }, readonly Standing[]>;
  readonly sessionStanding: QueryType<{ readonly chatSessionId: string }, SessionStanding | null>;
  readonly call: QueryType<{ readonly callId: string }, ResourceCall | null>;
  readonly callStanding: QueryType<
    { readonly callId: string },
    {
      readonly call: ResourceCall;
      readonly session: ChatSession;
      readonly standing: Standing | null;
      readonly questions: readonly Approval[];
    } | null
  >;
  /** Calls that have not ended; of a session, or of all. */
  readonly unfinishedCalls: QueryType<
    { readonly chatSessionId: string | null },
    readonly ResourceCall[]
  >;
  readonly overdueCallIds: QueryType<
    { readonly now: number; readonly limit: number },
    readonly string[]
  >;
  /** Answers of a person about calls that still wait: the conductor ended in between. */
  readonly unheardAnswers: QueryType<Nothing, readonly Approval[]>;
  readonly siteGrants: QueryType<{ readonly executorId: string | null }, readonly SiteGrant[]>;
  readonly siteGrant: QueryType<{ readonly grantId: string }, SiteGrant | null>;
  readonly shownCalls: QueryType<
    {
      readonly chatSessionId?: string | undefined;
      readonly status?: CallStatus | undefined;
      readonly page: PageRequest;
    },
    Page<ResourceCall>
  >;
}

declare module '../../../engine/query.ts' {
  interface QueryTypes extends ResourcesQueries {}
}

import type { ConversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { QueryType } from '../../../engine/query.ts';
import type { Instruction } from '../../heart/actions/feature.ts';
import type { Place } from '../../heart/conversations/feature.ts';
import type { DeliveryJob, JobStatus } from '../../heart/deliveries/feature.ts';

interface Limited {
  readonly limit: number;
}

/** The queries of this feature, by name. */
export interface OverviewQueries {
  /** Whether a delivery or an action of the conversation has not ended. */
  readonly isBusy: QueryType<{ readonly ref: ConversationRef }, boolean>;
  /** Deliveries that have not ended, the latest changed first. */
  readonly movingJobs: QueryType<Limited, readonly (Place & { readonly job: DeliveryJob })[]>;
  /** Actions that run, the latest begun first. */
  readonly movingActions: QueryType<
    Limited,
    readonly (Place & { readonly instruction: Instruction })[]
  >;
  /** Conversations that are paused for a reason, the latest first. */
  readonly pausedPlaces: QueryType<Limited, readonly Place[]>;
  readonly openApprovalCount: QueryType<Readonly<Record<never, never>>, number>;
  readonly parkedAccounts: QueryType<
    Limited & { readonly now: number },
    readonly {
      readonly accountKey: string;
      readonly until: number;
      readonly reason: string | null;
    }[]
  >;
  /** Counts of what began since that time (epoch ms). */
  readonly begunSince: QueryType<
    { readonly since: number },
    {
      readonly deliveries: Readonly<Partial<Record<JobStatus, number>>>;
      readonly uncertain: number;
      readonly actions: number;
      /** Milliseconds until the newest deliveries were acked, the shortest first. */
      readonly toAckedMs: readonly number[];
    }
  >;
}

declare module '../../../engine/query.ts' {
  interface QueryTypes extends OverviewQueries {}
}

import type { ConversationRef } from '../../../../../shared/model/conversation-key.ts';
import { query } from '../../../engine/query.ts';
import type { Instruction } from '../../heart/actions/feature.ts';
import type { Place } from '../../heart/conversations/feature.ts';
import type { DeliveryJob, JobStatus } from '../../heart/deliveries/feature.ts';

interface Limited {
  readonly limit: number;
}

/** Whether a delivery or an action of the conversation has not ended. */
export const isBusy = query<{ readonly ref: ConversationRef }, boolean>('isBusy');
/** Deliveries that have not ended, the latest changed first. */
export const movingJobs = query<Limited, readonly (Place & { readonly job: DeliveryJob })[]>(
  'movingJobs',
);
/** Actions that run, the latest begun first. */
export const movingActions = query<
  Limited,
  readonly (Place & { readonly instruction: Instruction })[]
>('movingActions');
/** Conversations that are paused for a reason, the latest first. */
export const pausedPlaces = query<Limited, readonly Place[]>('pausedPlaces');

export const openApprovalCount = query<Readonly<Record<never, never>>, number>('openApprovalCount');

export const parkedAccounts = query<
  Limited & { readonly now: number },
  readonly {
    readonly accountKey: string;
    readonly until: number;
    readonly reason: string | null;
  }[]
>('parkedAccounts');
/** Counts of what began since that time (epoch ms). */
export const begunSince = query<
  { readonly since: number },
  {
    readonly deliveries: Readonly<Partial<Record<JobStatus, number>>>;
    readonly uncertain: number;
    readonly actions: number;
    /** Milliseconds until the newest deliveries were acked, the shortest first. */
    readonly toAckedMs: readonly number[];
  }
>('begunSince');

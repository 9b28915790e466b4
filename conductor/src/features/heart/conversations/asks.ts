import type { ConversationRef } from '../../../../../shared/model/conversation-key.ts';
import { query } from '../../../engine/query.ts';
import type { HeldJob } from './standing.ts';

/** An account on a site, as a conversation shows it. Times are epoch ms. */
export interface ShownAccount {
  readonly accountKey: string;
  readonly platform: string;
  readonly nextSendAt: number;
  /** Null: the site named no limit. */
  readonly parkedUntil: number | null;
  readonly parkReason: string | null;
  readonly recentSends: readonly number[];
}

/** Dispatched jobs of the conversation, with the browsers that hold them. */
export const dispatchedOf = query<
  { readonly localConversationId: string },
  readonly { readonly jobId: string; readonly clientId: string | null }[]
>('dispatchedOf');
/** The account of the conversation that `id` names; null before its first message. */
export const accountOfConversation = query<{ readonly id: string }, ShownAccount | null>(
  'accountOfConversation',
);
/** Ids of actions of the conversation that run now. */
export const runningOf = query<{ readonly localConversationId: string }, readonly string[]>(
  'runningOf',
);
/** Open resources of a conversation's session, with the executors that hold them. */
export const heldResources = query<
  { readonly localConversationId: string },
  readonly { readonly executorId: string; readonly resourceId: string }[]
>('heldResources');
/** Dispatched or acked jobs of the conversations. */
export const heldJobs = query<{ readonly refs: readonly ConversationRef[] }, readonly HeldJob[]>(
  'heldJobs',
);

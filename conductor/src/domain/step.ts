import type { ConversationRef } from '../../../shared/model/conversation-key.ts';
import type { JobStatus } from './delivery-job.machine.ts';
import type { Plan } from './plan.ts';
import type {
  Client,
  Conversation,
  ConversationAlias,
  DeliveryJob,
  Instruction,
  MessageAnchor,
} from './rows.ts';

/** The questions a step may ask, and what each answers with. The store knows how. */
export interface QueryAnswers {
  /** By key or alias. */
  conversation: Conversation | null;
  conversationByLocalId: Conversation | null;
  /** All distinct conversations that any of the refs names, by key or alias. */
  conversations: readonly Conversation[];
  anchor: MessageAnchor | null;
  anchorById: MessageAnchor | null;
  job: DeliveryJob | null;
  /** Dispatched or acked jobs of the conversation. */
  jobsInFlight: readonly DeliveryJob[];
  /** A live reply in the job's conversation, seen after its last dispatch. */
  replySinceDispatch: MessageAnchor | null;
  /** Unfinished jobs, newest first, then the latest failed one unless a later job got through. */
  jobsToShow: readonly DeliveryJob[];
  /** How many jobs of the conversation stand in each status. */
  jobCounts: Readonly<Partial<Record<JobStatus, number>>>;
  /** The oldest pending job of each named conversation that may send and has nothing in flight. */
  dispatchable: readonly { readonly job: DeliveryJob; readonly conversation: Conversation }[];
  /** Dispatched jobs whose browser is not among the named ones, in named conversations that may send. */
  leasedElsewhere: readonly { readonly job: DeliveryJob; readonly conversation: Conversation }[];
  /** retry_wait and acked jobs whose time has come. */
  overdue: readonly DeliveryJob[];
  /** Ids of dispatched jobs a browser holds. */
  heldJobIds: readonly string[];
  /** Of one reply, by position. */
  instructions: readonly Instruction[];
  /** Aliases among the refs. */
  aliases: readonly ConversationAlias[];
  runningInstructions: readonly Instruction[];
  /** Replies with instructions still to run. */
  unfinishedAnchorIds: readonly string[];
  client: Client | null;
}

export type Query =
  | { readonly ask: 'conversation'; readonly ref: ConversationRef }
  | { readonly ask: 'conversationByLocalId'; readonly localConversationId: string }
  | { readonly ask: 'conversations'; readonly refs: readonly ConversationRef[] }
  | {
      readonly ask: 'anchor';
      readonly refs: readonly ConversationRef[];
      readonly assistantMessageId: string;
    }
  | { readonly ask: 'anchorById'; readonly anchorId: string }
  | { readonly ask: 'job'; readonly jobId: string }
  | { readonly ask: 'jobsInFlight'; readonly refs: readonly ConversationRef[] }
  | { readonly ask: 'replySinceDispatch'; readonly jobId: string }
  | { readonly ask: 'jobCounts'; readonly ref: ConversationRef }
  | { readonly ask: 'jobsToShow'; readonly ref: ConversationRef }
  | {
      readonly ask: 'dispatchable';
      readonly conversationKeys: readonly string[];
      readonly limit: number;
    }
  | {
      readonly ask: 'leasedElsewhere';
      readonly clientIds: readonly string[];
      readonly conversationKeys: readonly string[];
      readonly limit: number;
    }
  | { readonly ask: 'overdue'; readonly now: number; readonly limit: number }
  | { readonly ask: 'heldJobIds'; readonly clientId: string }
  | { readonly ask: 'instructions'; readonly anchorId: string }
  | { readonly ask: 'aliases'; readonly refs: readonly ConversationRef[] }
  | { readonly ask: 'runningInstructions' }
  | { readonly ask: 'unfinishedAnchorIds' }
  | { readonly ask: 'client'; readonly clientId: string };

/** The question of that name. */
export type Asks<A extends Query['ask']> = Extract<Query, { readonly ask: A }>;

export type Queries = Readonly<Record<string, Query>>;

export type Answers<Q extends Queries> = { readonly [K in keyof Q]: QueryAnswers[Q[K]['ask']] };

export interface Decision<Outcome> {
  readonly plan: Plan;
  readonly outcome: Outcome;
}

/**
 * One change of state (design section 3): say which rows, decide purely and synchronously, commit the plan
 * with its audit events, and only then run the effects.
 */
export interface Step<Input, Q extends Queries, Outcome> {
  readonly name: string;
  load(input: Input): Q;
  decide(rows: Answers<Q>, input: Input): Decision<Outcome>;
}

/** The commit failed as a whole (a full disk, a store that closes): nothing is kept, and asking again may succeed. */
export class NotCommitted extends Error {}

/**
 * Runs steps. Resolves after the commit is durable; rejects, and keeps nothing, when `decide` throws, and
 * with NotCommitted when the commit fails.
 */
export interface StepRunner {
  run<Input, Q extends Queries, Outcome>(
    step: Step<Input, Q, Outcome>,
    input: Input,
  ): Promise<Outcome>;
}

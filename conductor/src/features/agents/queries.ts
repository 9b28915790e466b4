import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { Nothing, QueryType } from '../../engine/query.ts';
import type { Some } from '../../engine/some.ts';
import type { Instruction } from '../actions/feature.ts';
import type { Conversation, ListWithin } from '../conversations/feature.ts';
import type { DeliveryJob } from '../deliveries/feature.ts';
import type { AgentRunStatus } from './agent-run.machine.ts';
import type { AgentMessage, AgentRun, AgentSession, AgentStep } from './rows.ts';

/** A run with all that decides how it goes on. */
export interface AgentRunState {
  readonly run: AgentRun;
  readonly session: AgentSession;
  readonly conversation: Conversation;
  readonly job: DeliveryJob;
  /** By number; a run has at least one. */
  readonly steps: readonly AgentStep[];
  /** Of its steps, by step and position. */
  readonly instructions: readonly Instruction[];
}

/** A session as it is shown. */
export interface ShownAgentSession {
  readonly session: AgentSession;
  readonly conversation: Conversation;
}

/** A run as it is shown. */
export interface ShownAgentRun {
  readonly run: AgentRun;
  readonly agentId: string;
  readonly localConversationId: string;
}

export interface AgentsQueries {
  /** Of the conversation of that id, by our own name; null: it is none of an agent. */
  readonly agentSession: QueryType<
    { readonly localConversationId: string },
    ShownAgentSession | null
  >;
  /** The newest first. */
  readonly shownAgentSessions: ListWithin<
    { readonly agentId?: string | undefined },
    ShownAgentSession
  >;
  readonly agentSessionOf: QueryType<
    { readonly conversationKey: ConversationKey },
    AgentSession | null
  >;
  /** The message that the next turn of the session follows, and how many follow it already. */
  readonly agentHead: QueryType<
    { readonly conversationKey: ConversationKey },
    { readonly head: AgentMessage | null; readonly followers: number }
  >;
  /** The messages from the first of the session to that one. */
  readonly agentPath: QueryType<{ readonly messageId: string }, readonly AgentMessage[]>;
  readonly agentRun: QueryType<{ readonly runId: string }, AgentRun | null>;
  readonly agentRunState: QueryType<{ readonly runId: string }, AgentRunState | null>;
  readonly shownAgentRun: QueryType<{ readonly runId: string }, ShownAgentRun | null>;
  /** The newest first. */
  readonly shownAgentRuns: ListWithin<
    { readonly status?: AgentRunStatus | undefined },
    ShownAgentRun
  >;
  /** The oldest waiting turn of each session that may begin one now. */
  readonly turnsToBegin: QueryType<Some, readonly Pick<DeliveryJob, 'jobId' | 'conversationKey'>[]>;
  /** Ids of runs that have not ended; of one session, or of all. */
  readonly openAgentRuns: QueryType<
    { readonly conversationKey: ConversationKey | null },
    readonly string[]
  >;
  /** How many runs have a place: all that are open, but for those that wait for a person. */
  readonly busyAgentRuns: QueryType<Nothing, number>;
  /** Runs that wait until their model is asked again. */
  readonly parkedAgentRuns: QueryType<Nothing, readonly Pick<AgentRun, 'runId' | 'dueAt'>[]>;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends AgentsQueries {}
}

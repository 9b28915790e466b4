import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { Nothing, QueryType } from '../../../engine/query.ts';
import type { Some } from '../../../engine/some.ts';
import type { Approval, Instruction } from '../../heart/actions/feature.ts';
import type { Conversation, ListWithin } from '../../heart/conversations/feature.ts';
import type { DeliveryJob } from '../../heart/deliveries/feature.ts';
import type { AgentRunStatus } from './agent-run.machine.ts';
import type {
  AgentDefinitionRow,
  AgentMessage,
  AgentRun,
  AgentSession,
  AgentStep,
  AgentStream,
  AgentTurn,
} from './rows.ts';

/** A run with its newest steps, and with what they led to. */
export interface AgentRunPart {
  readonly run: AgentRun;
  readonly session: AgentSession;
  readonly conversation: Conversation;
  readonly job: DeliveryJob;
  /** Steps by number; a run has at least one. */
  readonly steps: readonly AgentStep[];
  /** Calls of these steps, by step and position. */
  readonly instructions: readonly Instruction[];
  /** About those, the oldest first. */
  readonly approvals: readonly Approval[];
  /** The newest runs of agents that those asked, by the same order. */
  readonly workers: readonly AgentRunPart[];
}

/** A run with all of its steps: what its message is made of. */
export interface AgentRunState extends AgentRunPart {
  readonly isWhole: true;
  readonly workers: readonly AgentRunState[];
}

/** Chunks of a stream that were stored together. */
export interface StreamRow {
  /** Number of its first chunk. */
  readonly first: number;
  readonly count: number;
  /** Each chunk as JSON, a line each. */
  readonly body: string;
}

/** An agent that works for a call of another one, and what its stream says beyond what that one's was told of it. */
export interface WorkerNews {
  readonly name: string;
  readonly call: { readonly step: number; readonly position: number; readonly toolCallId: string };
  readonly asker: AgentStream;
  readonly rows: readonly StreamRow[];
}

/** Where the next message of a turn goes. */
export interface AgentPlace {
  /** Message that it follows; null: none. */
  readonly parent: AgentMessage | null;
  /** How many follow that already. */
  readonly followers: number;
}

/** A turn that no run has begun. */
export interface WaitingTurn extends Pick<DeliveryJob, 'jobId' | 'conversationKey'> {
  /** A call of another agent asks for it, and has a place. */
  readonly isWorker: boolean;
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
  /** Agents that were put by requests. */
  readonly agentDefinitions: QueryType<Nothing, readonly AgentDefinitionRow[]>;
  readonly agentDefinition: QueryType<{ readonly agentId: string }, AgentDefinitionRow | null>;
  /** Session of the conversation with our id; null: it is none of an agent. */
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
  /** Our id of the conversation with the agent that the call asked; null: it has asked none. */
  readonly workerOfCall: QueryType<{ readonly instructionId: string }, string | null>;
  /** The call for which the agent of that conversation works; null: a person asked. */
  readonly callOfWorker: QueryType<
    { readonly conversationKey: ConversationKey },
    { readonly runId: string; readonly status: Instruction['status'] } | null
  >;
  /** Data of a turn from its sender; null: none. */
  readonly agentTurn: QueryType<{ readonly jobId: string }, AgentTurn | null>;
  /** Where the turn goes: where it says, or after the newest message of its session. */
  readonly agentPlace: QueryType<
    { readonly conversationKey: ConversationKey; readonly jobId: string },
    AgentPlace
  >;
  /** The message of a session by our id, or a turn by the one that its sender gave it. */
  readonly agentMessageNamed: QueryType<
    { readonly localConversationId: string; readonly messageId: string },
    AgentMessage | null
  >;
  /** The last message of the newest branch that the message is on; null: there is no such message. */
  readonly agentLeafBelow: QueryType<
    { readonly localConversationId: string; readonly messageId: string },
    string | null
  >;
  /** Ids of all messages of a session with what they follow, those that follow the same in the order in which they came. */
  readonly agentTree: QueryType<
    { readonly conversationKey: ConversationKey },
    readonly Pick<AgentMessage, 'messageId' | 'parentId'>[]
  >;
  readonly agentStream: QueryType<{ readonly runId: string }, AgentStream | null>;
  /** Open stream of the run that is under way in the conversation. */
  readonly openAgentStream: QueryType<
    { readonly conversationKey: ConversationKey },
    AgentStream | null
  >;
  /** From the one on that holds the chunk after `after`. */
  readonly agentStreamRows: QueryType<
    { readonly runId: string; readonly after: number; readonly limit: number },
    readonly StreamRow[]
  >;
  /** Null: the run works for no call, or its asker has no stream. */
  readonly workerNews: QueryType<
    { readonly runId: string; readonly limit: number },
    WorkerNews | null
  >;
  /** Rows of the stream that hold requests for an answer of a person, or an end of it, by number. */
  readonly agentStreamPauses: QueryType<{ readonly runId: string }, readonly StreamRow[]>;
  /** The run that a reader of the session follows: the one that works, else that of the next turn; null: neither is there. */
  readonly agentRunToFollow: QueryType<
    { readonly conversationKey: ConversationKey },
    string | null
  >;
  /** Ids of runs whose stream is open: they go on, or their end is still to be told. */
  readonly openAgentStreams: QueryType<Nothing, readonly string[]>;
  /** Ids of ended runs whose stream was closed before then, and is kept. */
  readonly oldAgentStreams: QueryType<
    { readonly before: number; readonly limit: number },
    readonly string[]
  >;
  /** The messages from the first of the session to that one. */
  readonly agentPath: QueryType<{ readonly messageId: string }, readonly AgentMessage[]>;
  readonly agentRun: QueryType<{ readonly runId: string }, AgentRun | null>;
  readonly agentRunState: QueryType<{ readonly runId: string }, AgentRunState | null>;
  /** From that step, its newest, or the newest that its stream tells of; a long run costs no more than a short one so. */
  readonly agentRunPart: QueryType<
    { readonly runId: string; readonly from: number | 'newest' | 'told' },
    AgentRunPart | null
  >;
  readonly agentMessage: QueryType<{ readonly messageId: string }, AgentMessage | null>;
  /** The step whose model that delivery asks; null: it is none of an agent's. */
  readonly stepAskingBy: QueryType<{ readonly jobId: string }, AgentStep | null>;
  readonly shownAgentRun: QueryType<{ readonly runId: string }, ShownAgentRun | null>;
  /** The newest first. */
  readonly shownAgentRuns: ListWithin<
    { readonly status?: AgentRunStatus | undefined },
    ShownAgentRun
  >;
  /** The oldest waiting turn of each session that may begin one now; those of workers first. */
  readonly turnsToBegin: QueryType<Some, readonly WaitingTurn[]>;
  /** Ids of runs that have not ended; of one session, or of all. */
  readonly openAgentRuns: QueryType<
    { readonly conversationKey: ConversationKey | null },
    readonly string[]
  >;
  /** Ids of runs that have not ended, but for those that stand still until a person answers them. */
  readonly agentRunsToResume: QueryType<Nothing, readonly string[]>;
  /** How many runs have a place: all that are open, but for those that wait for a person. */
  readonly busyAgentRuns: QueryType<Nothing, number>;
  /** Runs that wait until their model is asked again. */
  readonly parkedAgentRuns: QueryType<Nothing, readonly Pick<AgentRun, 'runId' | 'dueAt'>[]>;
}

declare module '../../../engine/query.ts' {
  interface QueryTypes extends AgentsQueries {}
}

import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { type Nothing, query } from '../../../engine/query.ts';
import { listWithin } from '../../heart/conversations/queries.ts';
import type { Some } from '../../../engine/some.ts';
import type { Approval, Instruction } from '../../heart/actions/feature.ts';
import type { Conversation } from '../../heart/conversations/feature.ts';
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

/** Agents that were put by requests. */
export const agentDefinitions = query<Nothing, readonly AgentDefinitionRow[]>('agentDefinitions');

export const agentDefinition = query<{ readonly agentId: string }, AgentDefinitionRow | null>(
  'agentDefinition',
);
/** Session of the conversation with our id; null: it is none of an agent. */
export const agentSession = query<
  { readonly localConversationId: string },
  ShownAgentSession | null
>('agentSession');
/** The newest first. */
export const shownAgentSessions = listWithin<
  { readonly agentId?: string | undefined },
  ShownAgentSession
>('shownAgentSessions');

export const agentSessionOf = query<
  { readonly conversationKey: ConversationKey },
  AgentSession | null
>('agentSessionOf');
/** Our id of the conversation with the agent that the call asked; null: it has asked none. */
export const workerOfCall = query<{ readonly instructionId: string }, string | null>(
  'workerOfCall',
);
/** The call for which the agent of that conversation works; null: a person asked. */
export const callOfWorker = query<
  { readonly conversationKey: ConversationKey },
  { readonly runId: string; readonly status: Instruction['status'] } | null
>('callOfWorker');
/** Data of a turn from its sender; null: none. */
export const agentTurn = query<{ readonly jobId: string }, AgentTurn | null>('agentTurn');
/** Where the turn goes: where it says, or after the newest message of its session. */
export const agentPlace = query<
  { readonly conversationKey: ConversationKey; readonly jobId: string },
  AgentPlace
>('agentPlace');
/** The message of a session by our id, or a turn by the one that its sender gave it. */
export const agentMessageNamed = query<
  { readonly localConversationId: string; readonly messageId: string },
  AgentMessage | null
>('agentMessageNamed');
/** The last message of the newest branch that the message is on; null: there is no such message. */
export const agentLeafBelow = query<
  { readonly localConversationId: string; readonly messageId: string },
  string | null
>('agentLeafBelow');
/** Ids of all messages of a session with what they follow, those that follow the same in the order in which they came. */
export const agentTree = query<
  { readonly conversationKey: ConversationKey },
  readonly Pick<AgentMessage, 'messageId' | 'parentId'>[]
>('agentTree');

export const agentStream = query<{ readonly runId: string }, AgentStream | null>('agentStream');
/** Open stream of the run that is under way in the conversation. */
export const openAgentStream = query<
  { readonly conversationKey: ConversationKey },
  AgentStream | null
>('openAgentStream');
/** From the one on that holds the chunk after `after`. */
export const agentStreamRows = query<
  { readonly runId: string; readonly after: number; readonly limit: number },
  readonly StreamRow[]
>('agentStreamRows');
/** Null: the run works for no call, or its asker has no stream. */
export const workerNews = query<
  { readonly runId: string; readonly limit: number },
  WorkerNews | null
>('workerNews');
/** Rows of the stream that hold requests for an answer of a person, or an end of it, by number. */
export const agentStreamPauses = query<{ readonly runId: string }, readonly StreamRow[]>(
  'agentStreamPauses',
);
/** The run that a reader of the session follows: the one that works, else that of the next turn; null: neither is there. */
export const agentRunToFollow = query<{ readonly conversationKey: ConversationKey }, string | null>(
  'agentRunToFollow',
);
/** Ids of runs whose stream is open: they go on, or their end is still to be told. */
export const openAgentStreams = query<Nothing, readonly string[]>('openAgentStreams');
/** Ids of ended runs whose stream was closed before then, and is kept. */
export const oldAgentStreams = query<
  { readonly before: number; readonly limit: number },
  readonly string[]
>('oldAgentStreams');
/** The messages from the first of the session to that one. */
export const agentPath = query<{ readonly messageId: string }, readonly AgentMessage[]>(
  'agentPath',
);

export const agentRun = query<{ readonly runId: string }, AgentRun | null>('agentRun');

export const agentRunState = query<{ readonly runId: string }, AgentRunState | null>(
  'agentRunState',
);
/** From that step, its newest, or the newest that its stream tells of; a long run costs no more than a short one so. */
export const agentRunPart = query<
  { readonly runId: string; readonly from: number | 'newest' | 'told' },
  AgentRunPart | null
>('agentRunPart');

export const agentMessage = query<{ readonly messageId: string }, AgentMessage | null>(
  'agentMessage',
);
/** The step whose model that delivery asks; null: it is none of an agent's. */
export const stepAskingBy = query<{ readonly jobId: string }, AgentStep | null>('stepAskingBy');

/** The newest first. */
export const shownAgentRuns = listWithin<
  { readonly status?: AgentRunStatus | undefined },
  ShownAgentRun
>('shownAgentRuns');
/** The oldest waiting turn of each session that may begin one now; those of workers first. */
export const turnsToBegin = query<Some, readonly WaitingTurn[]>('turnsToBegin');
/** Ids of runs that have not ended; of one session, or of all. */
export const openAgentRuns = query<
  { readonly conversationKey: ConversationKey | null },
  readonly string[]
>('openAgentRuns');
/** Ids of runs that have not ended, but for those that stand still until a person answers them. */
export const agentRunsToResume = query<Nothing, readonly string[]>('agentRunsToResume');
/** How many runs have a place: all that are open, but for those that wait for a person. */
export const busyAgentRuns = query<Nothing, number>('busyAgentRuns');
/** Runs that wait until their model is asked again. */
export const parkedAgentRuns = query<Nothing, readonly Pick<AgentRun, 'runId' | 'dueAt'>[]>(
  'parkedAgentRuns',
);

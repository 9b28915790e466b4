import type { Completeness } from '../../../../../shared/model/completeness.ts';
import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { AgentRunStatus } from './agent-run.machine.ts';
import type { AgentStepStatus } from './agent-step.machine.ts';
import type { MessagePart } from './message-part.ts';
import type { Told } from './told.ts';
import type { RunMode } from './tool-packs.ts';
import { table } from '../../../engine/tables.ts';

/** An agent that was put by a request. */
export interface AgentDefinitionRow {
  readonly agentId: string;
  readonly definition: AgentDefinition;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

/** A conversation with an agent: what its conversation row does not say. Times are epoch milliseconds. */
export interface AgentSession {
  readonly conversationKey: ConversationKey;
  readonly agentId: string;
  /** As it was when the session was opened: a changed agent does not change a session under way. */
  readonly definition: AgentDefinition;
  /** The model in use, as `endpoint:model`. */
  readonly modelRef: string;
  readonly runMode: RunMode;
  /** The action that asked it to work; null: a person did. */
  readonly parentInstructionId: string | null;
  /** The message that the next turn follows; null: there is none yet. */
  readonly headMessageId: string | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

/** A node in the tree of a session's messages. */
export interface AgentMessage {
  readonly messageId: string;
  readonly conversationKey: ConversationKey;
  readonly parentId: string | null;
  /** The ordinals from the root to it, joined by `/`: a path begins with that of its parent. */
  readonly path: string;
  readonly role: 'user' | 'assistant';
  /** The run that answered, or will answer, this turn. */
  readonly runId: string;
  readonly parts: readonly MessagePart[];
  readonly createdAt: number;
  readonly version: number;
}

/** Text of a person to a run while it worked. */
export interface Steer {
  readonly id: string;
  readonly text: string;
}

/** The work on one turn. */
export interface AgentRun {
  /** Id of the delivery that brought the turn. */
  readonly runId: string;
  readonly conversationKey: ConversationKey;
  /** The message that it writes. */
  readonly aiMessageId: string;
  readonly status: AgentRunStatus;
  /** Why it ended early though it succeeded, as `budget_spent`; null: it did not. */
  readonly stopReason: string | null;
  readonly errorCode: ErrorCode | null;
  readonly errorText: string | null;
  readonly stepsUsed: number;
  readonly callsUsed: number;
  /** Other agents that it asked. */
  readonly workersUsed: number;
  /** How long it has worked since a person last had it go on; it waits for people, and for chats, beside that. */
  readonly workMs: number;
  /** Texts that its model is told with the next step. */
  readonly steers: readonly Steer[];
  /** The run whose action asked for it; null: a person or a chat did. */
  readonly parentRunId: string | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** When a parked run asks its model again; null: it is not parked. */
  readonly dueAt: number | null;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly version: number;
}

/** A tool call as the model made it; its instruction stands at the same place. */
export interface ModelToolCall {
  /** The model's own name for it. */
  readonly toolCallId: string;
  /** `target::tool`, or what the model wrote in its place. */
  readonly name: string;
  readonly input: string;
  /** Where and why it cannot be read. Absent: it can. */
  readonly fault?: string;
}

/** One call of a model, and the tool calls that it made. */
export interface AgentStep {
  /** Also the id of its reply: `<run>.<number>`. */
  readonly stepId: string;
  readonly runId: string;
  /** From 0. */
  readonly number: number;
  /** Texts of the person since the step before it. */
  readonly steers: readonly Steer[];
  readonly status: AgentStepStatus;
  readonly modelRef: string;
  /** From 1. */
  readonly attempt: number;
  /** The delivery that asks, where the model is a chat; null: none does. */
  readonly jobId: string | null;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ModelToolCall[];
  readonly finishReason: string | null;
  /** Completeness of its reply. */
  readonly complete: Completeness;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly startedAt: number;
  /** When the model had replied; null: it has not. */
  readonly repliedAt: number | null;
  readonly finishedAt: number | null;
  readonly version: number;
}

/** Where a turn goes in the tree, and what its sender calls it. A turn without one is as `next`. */
export interface AgentTurn {
  readonly jobId: string;
  readonly conversationKey: ConversationKey;
  /** The id that the client gave the message; null: it gave none. */
  readonly clientMessageId: string | null;
  /**
   * - `next`: a message that follows the newest one when its run begins.
   * - `turn`: a message that follows `parentId`, beside those that do already.
   * - `answer`: no message of its own: the one of `parentId` is answered once more.
   */
  readonly asks: 'next' | 'turn' | 'answer';
  /** Null: the message begins the session, or follows the newest. */
  readonly parentId: string | null;
  readonly version: number;
}

/** Stream of a run, chunk by chunk; the chunks are in rows of their own, many in each. */
export interface AgentStream {
  readonly runId: string;
  /** Number of the newest chunk; the first is 1. */
  readonly newest: number;
  readonly bytes: number;
  /** true: begun and not ended. A run that waited for a person, or is resumed, opens it again. */
  readonly isOpen: boolean;
  /** Number of the chunk with which it was opened last. */
  readonly beganAt: number;
  /** When it was closed last (epoch ms); null: never yet. */
  readonly closedAt: number | null;
  /** true: its chunks are deleted; its message stays. */
  readonly isDropped: boolean;
  readonly told: Told;
  readonly version: number;
}

export const AGENT_DEFINITIONS = table<AgentDefinitionRow>('agentDefinitions');

export const AGENT_SESSIONS = table<AgentSession>('agentSessions');

export const AGENT_MESSAGES = table<AgentMessage>('agentMessages');

export const AGENT_RUNS = table<AgentRun>('agentRuns');

export const AGENT_STEPS = table<AgentStep>('agentSteps');

export const AGENT_TURNS = table<AgentTurn>('agentTurns');

export const AGENT_STREAMS = table<AgentStream>('agentStreams');

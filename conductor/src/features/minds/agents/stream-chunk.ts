import type { JsonValue } from '../../../baa/json-value.ts';
import type { ChatNews } from './chat-news.ts';
import type { ApprovalPart, OpenBrowserPart, SteerPart } from './message-part.ts';

/**
 * One chunk of what a run says, as stock clients of the AI SDK read it.
 * Source: `uiMessageChunkSchema` of `ai` 7, https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol
 */
export type StreamChunk =
  | {
      readonly type: 'start';
      readonly messageId: string;
      readonly messageMetadata: {
        readonly runId: string;
        readonly agentId: string;
        readonly model: string;
      };
    }
  | { readonly type: 'start-step' | 'finish-step' | 'reset-step' }
  | {
      readonly type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end';
      readonly id: string;
    }
  | {
      readonly type: 'text-delta' | 'reasoning-delta';
      readonly id: string;
      readonly delta: string;
    }
  | {
      readonly type: 'tool-input-start';
      readonly toolCallId: string;
      readonly toolName: string;
    }
  | {
      readonly type: 'tool-input-delta';
      readonly toolCallId: string;
      readonly inputTextDelta: string;
    }
  | {
      readonly type: 'tool-input-available';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: JsonValue;
    }
  | {
      readonly type: 'tool-approval-request';
      readonly approvalId: string;
      readonly toolCallId: string;
      readonly reason: string;
    }
  | {
      readonly type: 'tool-approval-response';
      readonly approvalId: string;
      readonly approved: boolean;
      readonly reason?: string;
    }
  | {
      readonly type: 'tool-output-available';
      readonly toolCallId: string;
      readonly output: JsonValue;
      /** true: valid until another one comes. */
      readonly preliminary?: true;
    }
  | {
      readonly type: 'tool-output-error';
      readonly toolCallId: string;
      readonly errorText: string;
    }
  | { readonly type: 'tool-output-denied'; readonly toolCallId: string }
  | ApprovalPart
  | OpenBrowserPart
  | SteerPart
  | WorkerChunk
  | ModelChunk
  | MemoryChunk
  | { readonly type: 'finish'; readonly finishReason: 'stop' | 'tool-calls' }
  | { readonly type: 'abort'; readonly reason: string }
  | { readonly type: 'error'; readonly errorText: string };

/** Chunk of an agent that works for a call. It is shown while it comes, and no part of the message. */
export interface WorkerChunk {
  readonly type: 'data-sub-agent';
  readonly transient: true;
  readonly data: {
    readonly toolCallId: string;
    /** Id of the agent. */
    readonly name: string;
    readonly runId: string;
    /** Chunk of its own stream; pieces of its texts may be put together. */
    readonly chunk: StreamChunk;
  };
}

/** How the question to the web chat stands that is the model. It is shown while it is so, and no part of the message. */
export interface ModelChunk {
  readonly type: 'data-model';
  readonly transient: true;
  readonly data: ChatNews;
}

/** Change to the memory of the session. It is shown at once, and no part of the message. */
export interface MemoryChunk {
  readonly type: 'data-memory';
  readonly transient: true;
  readonly data: {
    /** Version of the memory after the change. */
    readonly version: number;
    readonly added: readonly ToldItem[];
    readonly changed: readonly (ToldItem & {
      /** The id under which it stood; its own where only its status changed. */
      readonly was: string;
    })[];
    /** Ids. */
    readonly removed: readonly string[];
  };
}

/** A goal, a decision, a todo, a fact or an open question. */
interface ToldItem {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly status: 'active' | 'done';
}

/** A part of a reply as it comes from a model, or how it comes. */
export type ReplyPart =
  | { readonly type: 'text' | 'reasoning'; readonly delta: string }
  | { readonly type: 'call'; readonly toolCallId: string; readonly name: string }
  | { readonly type: 'call-input'; readonly toolCallId: string; readonly delta: string }
  | { readonly type: 'news'; readonly news: ChatNews };

import type { JsonObject } from '../../../baa/json-value.ts';
import type { Result } from '../../../../../shared/lib/result.ts';
import type { Completeness } from '../../../../../shared/model/completeness.ts';
import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { FoundAction } from '../../heart/actions/feature.ts';
import type { ChatNews } from './chat-news.ts';
import type { PromptMessage } from './prompt.ts';
import type { ModelToolCall } from './rows.ts';
import type { ReplyPart } from './stream-chunk.ts';

/** A tool as a model calls it. */
export interface DescribedTool {
  /** `target::tool`. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its params. */
  readonly paramsSchema: JsonObject;
}

/** A tool as a model is told of it. */
export interface OfferedTool extends DescribedTool {
  /** A person is asked before it runs. */
  readonly asks: boolean;
  /** A few words, as `slow`; null: nothing worth a word. */
  readonly cost: string | null;
}

/** One call of a model. It runs no tool. */
export interface ModelRequest {
  /** `endpoint:model`; or `conversation:<id>` and `chat:<platform>`, which are web chats. */
  readonly modelRef: string;
  /** In this order, each apart. */
  readonly system: readonly string[];
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly OfferedTool[];
  readonly signal: AbortSignal;
  /** Called with what it says while it speaks, as far as it can; its reply has all of it. */
  readonly heard?: (part: ReplyPart) => void;
  /** How a web chat is asked. Absent: none can be. */
  readonly chat?: AskingChat;
}

/** Reply of a model. */
export interface ModelReply {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ModelToolCall[];
  readonly finishReason: string;
  /** The calls of one that is not whole are not made. */
  readonly complete: Completeness;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** Why a model did not reply. */
export interface ModelFault extends CodedError {
  /** Milliseconds after which the provider wants to be asked again; null: it named none. */
  readonly retryAfterMs: number | null;
  /** The question stays on its way: the reply comes when what it waits for does. Absent: it has ended. */
  readonly hold?: ChatHold;
}

/** Fault of a call whose asker wants no answer any more. */
export const CANCELLED: ModelFault = {
  code: 'cancelled',
  text: 'It was stopped.',
  retryAfterMs: null,
};

/** A question to a chat that is held up. */
export interface ChatHold {
  /** `person`: nobody else can tell how it goes on. `chat`: the chat, its page or its site. */
  readonly by: 'person' | 'chat';
  /** The delivery that asks, as it was seen. */
  readonly jobId: string;
  readonly jobVersion: number;
}

/** All that a model is asked with. */
export interface ChatPrompt {
  /** In this order, each apart. */
  readonly system: readonly string[];
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly DescribedTool[];
}

/** Web chats as models: each question is a delivery, sent once however often it is asked for. */
export interface ChatModel {
  /** Never rejects but for the store's own reasons. Asked again for the same step, it waits for the same reply. */
  ask(question: ChatQuestion): Promise<Result<ChatReply, ModelFault>>;
}

/** How a step asks a chat. */
export interface AskingChat {
  readonly model: ChatModel;
  readonly step: ChatStep;
  /** Called with how the question stands, each time that changes. */
  readonly told: (news: ChatNews) => void;
}

/** Who asks. */
export interface ChatStep {
  readonly runId: string;
  readonly stepId: string;
  readonly sessionKey: ConversationKey;
  /** The message of the session that the reply becomes. */
  readonly replyId: string;
}

export interface ChatQuestion extends ChatPrompt, ChatStep, Pick<AskingChat, 'told'> {
  readonly modelRef: string;
  readonly signal: AbortSignal;
}

export interface ChatReply {
  readonly jobId: string;
  /** Our id of the chat. */
  readonly localConversationId: string;
  readonly anchorId: string;
  /** Text of the reply without its actions. */
  readonly text: string;
  readonly complete: Completeness;
  /** In their order, those that cannot be read among them. */
  readonly actions: readonly FoundAction[];
  /** Estimated: of the chat so far, of this question, and of the reply. */
  readonly tokensIn: number;
  readonly tokensNew: number;
  readonly tokensOut: number;
}

/** A model that a person configured. */
export interface ModelEndpoint {
  /** The part of a model's name before the colon. */
  readonly name: string;
  readonly kind: 'openai-compatible' | 'anthropic';
  readonly baseUrl: string;
  /** Where its key comes from, as `environment variable OPENAI_API_KEY`; never the key. Null: it needs none. */
  readonly keyFrom: string | null;
  /** Models that the person named; others of the endpoint serve as well. */
  readonly models: readonly string[];
  /** Known fault of the endpoint; null: none. */
  readonly fault: string | null;
  readonly state: EndpointState;
}

/**
 * How an endpoint was when it was asked last: it is not asked for this alone. `unknown`: not since the start; `faulty`: it
 * cannot be asked.
 */
export type EndpointState = 'unknown' | 'ready' | 'unreachable' | 'unauthorized' | 'faulty';

/** Language models. Asks are never repeated by themselves. */
export interface Models {
  readonly configFile: string;
  endpoints(): readonly ModelEndpoint[];
  /** Why that name cannot be asked; null: it can. */
  check(modelRef: string): CodedError | null;
  /** How many tokens that model takes in one request, as the person wrote; null: they did not. */
  contextTokens(modelRef: string): number | null;
  /** Never rejects. An aborted one is a fault of code `cancelled`. */
  ask(request: ModelRequest): Promise<Result<ModelReply, ModelFault>>;
}

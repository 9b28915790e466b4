import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  isStepCount,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  type TextStreamPart,
  tool,
  ToolLoopAgent,
  type ToolResultPart,
  type ToolSet,
} from 'ai';

import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import {
  type AskingChat,
  MALFORMED,
  type ModelFault,
  type ModelReply,
  type ModelRequest,
  type ModelToolCall,
  type PromptMessage,
  type ToolPart,
} from '../features/agents/feature.ts';
import { apiToolNames } from './api-tool-names.ts';
import { fetchModel } from './fetch-model.ts';
import {
  ChatModelError,
  createConversationModel,
  misreadIn,
  withId,
} from './conversation-model.ts';
import type { EndpointConfig } from './models-config.ts';

// What it has to say is told by faults.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Longest part of a provider's own words that a person is told. */
const MAX_WORDS = 500;

/** Of one reply: its words, thoughts, names and params together, in UTF-16 units, as of a chat's reply; and its calls. */
const MAX_REPLY_LENGTH = 1_000_000;
const MAX_REPLY_CALLS = 128;
/** Most tokens that a provider may say one call took, either way. */
const MAX_TOKENS = 1e9;
/** A web chat that the person has open. */
interface ChatAccess {
  readonly chat: AskingChat;
}

interface Access {
  readonly endpoint: EndpointConfig;
  readonly model: string;
  /** Null: the endpoint needs none. */
  readonly apiKey: string | null;
  readonly headers: Record<string, string>;
}

/** One call of one model: no tool runs, and nothing is tried again. Never rejects. */
export async function askModel(
  { modelRef, system, messages, tools, signal, heard = () => undefined }: ModelRequest,
  access: Access | ChatAccess,
): Promise<Result<ModelReply, ModelFault>> {
  const own = tools.map(({ name }) => name);
  const isChat = 'chat' in access;
  // Chats are told of tools by their own names.
  const named = isChat ? new Map(own.map((name) => [name, name])) : apiToolNames(own);
  const ownNames = new Map([...named].map(([name, api]) => [api, name]));
  const apiName = (name: string): string =>
    named.get(name) ?? (isChat ? name : ([...apiToolNames([name]).values()][0] ?? name));
  const offered: ToolSet = Object.fromEntries(
    tools.map(({ name, description, paramsSchema }) => [
      apiName(name),
      tool({ description, inputSchema: jsonSchema(paramsSchema) }),
    ]),
  );
  // A chat is waited for as long as its delivery lives.
  const limit = isChat ? null : AbortSignal.timeout(access.endpoint.timeout_ms);
  const stoppedOr = (cause: unknown): ModelFault => {
    if (signal.aborted) return { code: 'cancelled', text: 'It was stopped.', retryAfterMs: null };
    if (cause instanceof ChatModelError) return cause.fault;
    return faultOf(cause, isChat ? NO_SECRETS : access, limit?.aborted === true);
  };
  let fault: unknown = null;
  const enough = new AbortController();
  try {
    const agent = new ToolLoopAgent({
      model: isChat ? createConversationModel(access.chat, modelRef) : modelOf(access),
      tools: offered,
      ...(!isChat && { headers: headersOf(access) }),
      ...(system.length > 0 && {
        instructions: system.map((content) => ({ role: 'system', content }) as const),
      }),
      maxRetries: 0,
      // Its own would print the request.
      onError: () => undefined,
      stopWhen: isStepCount(1),
    });
    const said = await agent.stream({
      messages: messages.map((message) => modelMessage(message, apiName)),
      abortSignal: AbortSignal.any([signal, enough.signal, ...(limit === null ? [] : [limit])]),
    });
    const reply = { text: '', reasoning: '' };
    let length = 0;
    let begun = 0;
    for await (const part of said.stream) {
      if (part.type === 'tool-input-start') begun += 1;
      length += lengthOf(part);
      if (length > MAX_REPLY_LENGTH || begun > MAX_REPLY_CALLS) {
        enough.abort();
        return err(TOO_MUCH);
      }
      if (part.type === 'text-delta') {
        reply.text += part.text;
        heard({ type: 'text', delta: part.text });
      }
      if (part.type === 'reasoning-delta') {
        reply.reasoning += part.text;
        heard({ type: 'reasoning', delta: part.text });
      }
      if (part.type === 'tool-input-start') {
        const { id: toolCallId, toolName } = part;
        heard({ type: 'call', toolCallId, name: ownNames.get(toolName) ?? toolName });
      }
      if (part.type === 'tool-input-delta') {
        const { id: toolCallId, delta } = part;
        heard({ type: 'call-input', toolCallId, delta });
      }
      if (part.type === 'error') fault = part.error;
    }
    if (fault !== null) return err(stoppedOr(fault));
    const [readable, finishReason, usage, metadata] = await Promise.all([
      said.toolCalls,
      said.finishReason,
      said.usage,
      said.providerMetadata,
    ]);
    const calls: ModelToolCall[] = readable.map(({ toolCallId, toolName, input }) => ({
      toolCallId,
      name: ownNames.get(toolName) ?? toolName,
      // Of a call that cannot be read it is the text that the model wrote.
      input: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
    }));
    // By rising place, so that each stands where it was written.
    for (const { position, text: fault } of misreadIn(metadata)) {
      const toolCallId = `unread.${position}`;
      calls.splice(position, 0, { toolCallId, name: MALFORMED, input: '', fault });
    }
    return ok({
      ...reply,
      calls,
      finishReason,
      tokensIn: toldTokens(usage.inputTokens),
      tokensOut: toldTokens(usage.outputTokens),
    });
  } catch (cause) {
    return err(stoppedOr(fault ?? cause));
  }
}

const TOO_MUCH: ModelFault = {
  code: 'model_refused',
  text: `The model said too much at once: a reply has at most ${MAX_REPLY_LENGTH} characters and ${MAX_REPLY_CALLS} calls.`,
  retryAfterMs: null,
};

function lengthOf(part: TextStreamPart<ToolSet>): number {
  if (part.type === 'tool-input-delta') return part.delta.length;
  if (part.type === 'tool-input-start') return part.toolName.length + part.id.length;
  return part.type === 'text-delta' || part.type === 'reasoning-delta' ? part.text.length : 0;
}

/** What is no count says nothing. */
function toldTokens(tokens: number | undefined): number {
  return Number.isFinite(tokens) ? Math.min(Math.max(Math.round(tokens ?? 0), 0), MAX_TOKENS) : 0;
}
const NO_SECRETS: Pick<Access, 'apiKey' | 'headers'> = { apiKey: null, headers: {} };

/** The model asked last of each endpoint: to make one costs as much as to ask it. It holds no key. */
const lastAsked = new WeakMap<EndpointConfig, { readonly id: string; readonly model: ApiModel }>();

type ApiModel = Exclude<LanguageModel, string>;

function modelOf({ endpoint, model: id, apiKey, headers }: Access): ApiModel {
  const { name, base_url: baseURL } = endpoint;
  const settings = { name, baseURL, fetch: fetchModel };
  if (endpoint.kind === 'anthropic')
    return createAnthropic({ ...settings, headers, apiKey: apiKey ?? '' })(id);
  const last = lastAsked.get(endpoint);
  if (last?.id === id) return last.model;
  const model = createOpenAICompatible({ ...settings, includeUsage: true })(id);
  lastAsked.set(endpoint, { id, model });
  return model;
}

/** What a call sends besides, where its model does not hold it. */
function headersOf({ endpoint, apiKey, headers }: Access): Record<string, string> {
  if (endpoint.kind === 'anthropic') return {};
  return { ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }), ...headers };
}

function modelMessage(message: PromptMessage, apiName: (name: string) => string): ModelMessage {
  const nameOf = ({ type }: ToolPart): string => apiName(type.slice('tool-'.length));
  const id = withId(message.id);
  switch (message.role) {
    case 'user':
      return { ...id, role: 'user', content: message.text };
    case 'assistant':
      return {
        ...id,
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ type: 'text', text: message.text } as const]),
          ...message.calls.map((part) => ({
            type: 'tool-call' as const,
            toolCallId: part.toolCallId,
            toolName: nameOf(part),
            input: part.input,
          })),
        ],
      };
    case 'tool':
      return {
        ...id,
        role: 'tool',
        content: message.results.map((part): ToolResultPart => ({
          type: 'tool-result',
          toolCallId: part.toolCallId,
          toolName: nameOf(part),
          output: outputOf(part),
        })),
      };
  }
}

function outputOf(part: ToolPart): ToolResultPart['output'] {
  switch (part.state) {
    case 'output-available':
      return typeof part.output === 'string'
        ? { type: 'text', value: part.output }
        : { type: 'json', value: part.output };
    case 'output-error':
      return { type: 'error-text', value: part.errorText };
    case 'output-denied': {
      const { reason = 'A person said no.' } = part.approval ?? {};
      return { type: 'error-text', value: `action_denied: ${reason} Do not ask for it again.` };
    }
    case 'input-available':
    case 'approval-requested':
    case 'approval-responded':
      return { type: 'error-text', value: 'It has no result.' };
  }
}

function faultOf(
  cause: unknown,
  { apiKey, headers }: Pick<Access, 'apiKey' | 'headers'>,
  isLate: boolean,
): ModelFault {
  const secrets = [apiKey, ...Object.values(headers)].filter((one) => one !== null && one !== '');
  const clean = (text: string): string =>
    secrets
      .reduce<string>((left, secret) => left.replaceAll(secret ?? '', '…'), text)
      .slice(0, MAX_WORDS);
  // Below 400 it did answer, and was cut off.
  if (APICallError.isInstance(cause) && (cause.statusCode ?? 0) >= 400) {
    const { statusCode = 0, responseHeaders = {}, message } = cause;
    const text = clean(`The model answered ${statusCode}: ${message}`);
    return { code: codeOf(statusCode), text, retryAfterMs: retryAfter(responseHeaders) };
  }
  const why = isLate ? 'it took too long' : cause instanceof Error ? cause.message : String(cause);
  return {
    code: 'model_overloaded',
    text: clean(`The model gave no reply: ${why}`),
    retryAfterMs: null,
  };
}

function codeOf(status: number): ErrorCode {
  if (status === 401 || status === 403) return 'model_auth';
  return status === 408 || status === 409 || status === 429 || status >= 500
    ? 'model_overloaded'
    : 'model_refused';
}

/** Source: RFC 9110, section 10.2.3. A date is not believed: the clocks may differ. */
function retryAfter(headers: Readonly<Record<string, string>>): number | null {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3_600) * 1_000 : null;
}

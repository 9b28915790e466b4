import { createAnthropic } from '@ai-sdk/anthropic';
import {
  createOpenAICompatible,
  type OpenAICompatibleProviderSettings,
} from '@ai-sdk/openai-compatible';
import type { APICallError } from 'ai';
import * as z from 'zod';

import { err, ok, type Result } from '../../../shared/lib/result.ts';
import { type Completeness, COMPLETENESS } from '../../../shared/model/completeness.ts';
import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import {
  CANCELLED,
  type AskingChat,
  MALFORMED,
  type ModelFault,
  type ModelReply,
  type ModelRequest,
  type ModelToolCall,
  type PromptMessage,
  type ToolPart,
} from '../features/minds/agents/feature.ts';
import { apiToolNames } from './api-tool-names.ts';
import { fetchModel } from './fetch-model.ts';
import {
  ChatModelError,
  createConversationModel,
  type LanguageModel,
  misreadIn,
  withId,
} from './conversation-model.ts';
import { callsInParallel, type EndpointConfig } from './models-config.ts';

type CallOptions = Parameters<LanguageModel['doStream']>[0];
type PromptPart = CallOptions['prompt'][number];
type ToolResult = Extract<
  Extract<PromptPart, { readonly role: 'tool' }>['content'][number],
  { readonly type: 'tool-result' }
>;
type StreamPart =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part>
    ? Part
    : never;

/** Longest part of a provider's own words that a person is told. */
const MAX_WORDS = 500;

/**
 * Longest reply: its words, thoughts, names and params together, in UTF-16 units, as of a chat's reply; and its calls.
 */
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
  // A chat is waited for as long as its delivery lives.
  const limit = isChat ? null : AbortSignal.timeout(access.endpoint.timeout_ms);
  const stoppedOr = (cause: unknown): ModelFault => {
    if (signal.aborted) return CANCELLED;
    if (cause instanceof ChatModelError) return cause.fault;
    if (cause instanceof TooManyCalls) return TOO_MUCH;
    return faultOf(cause, isChat ? NO_SECRETS : access, limit?.aborted === true);
  };
  const enough = new AbortController();
  try {
    const model = isChat ? createConversationModel(access.chat, modelRef) : modelOf(access);
    const { stream } = await model.doStream({
      prompt: [
        ...system.map((content) => ({ role: 'system', content }) as const),
        ...messages.map((message) => promptPart(message, apiName)),
      ],
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, paramsSchema }) => ({
          type: 'function' as const,
          name: apiName(name),
          description,
          inputSchema: paramsSchema,
        })),
        toolChoice: { type: 'auto' },
      }),
      ...(!isChat && { headers: headersOf(access), ...optionsOf(access) }),
      abortSignal: AbortSignal.any([signal, enough.signal, ...(limit === null ? [] : [limit])]),
    });
    const reply = { text: '', reasoning: '' };
    const calls: ModelToolCall[] = [];
    let end: Extract<StreamPart, { type: 'finish' }> | null = null;
    let length = 0;
    let begun = 0;
    for await (const part of stream) {
      if (part.type === 'tool-input-start') begun += 1;
      length += lengthOf(part);
      // guard: model-reply-size
      if (length > MAX_REPLY_LENGTH || begun > MAX_REPLY_CALLS) {
        enough.abort();
        return err(TOO_MUCH);
      }
      switch (part.type) {
        case 'text-delta':
          reply.text += part.delta;
          heard({ type: 'text', delta: part.delta });
          break;
        case 'reasoning-delta':
          reply.reasoning += part.delta;
          heard({ type: 'reasoning', delta: part.delta });
          break;
        case 'tool-input-start': {
          const { id: toolCallId, toolName } = part;
          heard({ type: 'call', toolCallId, name: ownNames.get(toolName) ?? toolName });
          break;
        }
        case 'tool-input-delta':
          heard({ type: 'call-input', toolCallId: part.id, delta: part.delta });
          break;
        case 'tool-call': {
          const { toolCallId, toolName, input } = part;
          calls.push({ toolCallId, name: ownNames.get(toolName) ?? toolName, input: plain(input) });
          break;
        }
        case 'finish':
          end = part;
          break;
        case 'error':
          return err(stoppedOr(part.error));
        default:
      }
    }
    if (end === null || signal.aborted) return err(stoppedOr(new Error('it broke off')));
    // By rising place, so that each stands where it was written.
    for (const { position, text: fault } of misreadIn(end.providerMetadata)) {
      const toolCallId = `unread.${position}`;
      calls.splice(position, 0, { toolCallId, name: MALFORMED, input: '', fault });
    }
    return ok({
      ...reply,
      calls,
      finishReason: end.finishReason.unified,
      complete: completenessOf(end.finishReason, isChat),
      tokensIn: toldTokens(end.usage.inputTokens.total),
      tokensOut: toldTokens(end.usage.outputTokens.total),
    });
  } catch (cause) {
    return err(stoppedOr(cause));
  }
}

/** A chat says itself how whole its reply is; of the rest only what a provider calls an end is one. */
function completenessOf(
  { unified, raw }: Extract<StreamPart, { type: 'finish' }>['finishReason'],
  isChat: boolean,
): Completeness {
  if (isChat) return COMPLETENESS.find((one) => one === raw) ?? 'unproven';
  if (unified === 'length' || unified === 'content-filter') return 'cut';
  return unified === 'stop' || unified === 'tool-calls' ? 'whole' : 'unproven';
}

const TOO_MUCH: ModelFault = {
  code: 'model_refused',
  text: `The model said too much at once: a reply has at most ${MAX_REPLY_LENGTH} characters and ${MAX_REPLY_CALLS} calls.`,
  retryAfterMs: null,
};

class TooManyCalls extends Error {}

/**
 * Part of an event about calls. The SDK compares all of it with all before it in one go, and only then passes it on.
 */
const callsOfEvent = z.object({
  choices: z.array(z.object({ delta: z.object({ tool_calls: z.array(z.unknown()) }) })),
});

/** Looks at each event before the SDK takes its calls in. */
const FEW_CALLS: NonNullable<OpenAICompatibleProviderSettings['metadataExtractor']> = {
  extractMetadata: () => Promise.resolve(undefined),
  createStreamExtractor: () => ({
    processChunk(event) {
      const { success, data } = callsOfEvent.safeParse(event);
      if (success && data.choices.some(({ delta }) => delta.tool_calls.length > MAX_REPLY_CALLS))
        throw new TooManyCalls();
    },
    buildMetadata: () => undefined,
  }),
};

function lengthOf(part: StreamPart): number {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-delta':
      return part.delta.length;
    case 'tool-input-start':
      return part.toolName.length + part.id.length;
    default:
      return 0;
  }
}

/** Without the spaces that some models write between. What cannot be read stays as it is. */
function plain(input: string): string {
  if (input.trim() === '') return '{}';
  try {
    return JSON.stringify(JSON.parse(input));
  } catch {
    return input;
  }
}

/** Returns a reported number of tokens within limits; 0 for what is no count. */
function toldTokens(tokens: number | undefined): number {
  // guard: model-tokens
  return Number.isFinite(tokens) ? Math.min(Math.max(Math.round(tokens ?? 0), 0), MAX_TOKENS) : 0;
}
const NO_SECRETS: Pick<Access, 'apiKey' | 'headers'> = { apiKey: null, headers: {} };

/** The model asked last of each endpoint: to make one costs as much as to ask it. It holds no key. */
const lastAsked = new WeakMap<
  EndpointConfig,
  { readonly id: string; readonly model: LanguageModel }
>();

function modelOf({ endpoint, model: id, apiKey, headers }: Access): LanguageModel {
  const { name, base_url: baseURL } = endpoint;
  const settings = { name, baseURL, fetch: fetchModel };
  const isParallel = callsInParallel(endpoint);
  if (endpoint.kind === 'anthropic')
    return createAnthropic({ ...settings, headers, apiKey: apiKey ?? '' })(id);
  const last = lastAsked.get(endpoint);
  if (last?.id === id) return last.model;
  const model = createOpenAICompatible({
    ...settings,
    includeUsage: true,
    metadataExtractor: FEW_CALLS, // guard: model-calls-at-once
    transformRequestBody: (body) =>
      isParallel === null || body['tools'] === undefined
        ? body
        : { ...body, parallel_tool_calls: isParallel },
  })(id);
  lastAsked.set(endpoint, { id, model });
  return model;
}

/** Returns the headers of a call that its model does not add itself. */
function headersOf({ endpoint, apiKey, headers }: Access): Record<string, string> {
  if (endpoint.kind === 'anthropic') return {};
  return { ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }), ...headers };
}

/** The same for Anthropic, whose API knows it as a wish for one call at a time. */
function optionsOf({ endpoint }: Access): Pick<CallOptions, 'providerOptions'> {
  if (endpoint.kind !== 'anthropic' || callsInParallel(endpoint) !== false) return {};
  return { providerOptions: { anthropic: { disableParallelToolUse: true } } };
}

function promptPart(message: PromptMessage, apiName: (name: string) => string): PromptPart {
  const nameOf = ({ type }: ToolPart): string => apiName(type.slice('tool-'.length));
  const id = withId(message.id);
  switch (message.role) {
    case 'user':
      return { ...id, role: 'user', content: [{ type: 'text', text: message.text }] };
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
        content: message.results.map((part): ToolResult => ({
          type: 'tool-result',
          toolCallId: part.toolCallId,
          toolName: nameOf(part),
          output: outputOf(part),
        })),
      };
  }
}

function outputOf(part: ToolPart): ToolResult['output'] {
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
      // guard: model-key-hidden
      .reduce<string>((left, secret) => left.replaceAll(secret ?? '', '…'), text)
      .slice(0, MAX_WORDS);
  // Below 400 it did answer, and was cut off.
  if (isApiError(cause) && (cause.statusCode ?? 0) >= 400) {
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

/** As `APICallError.isInstance` of the SDK tells it, without loading the SDK for it. */
function isApiError(cause: unknown): cause is APICallError {
  return Object(cause)[Symbol.for('vercel.ai.error.AI_APICallError')] === true;
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

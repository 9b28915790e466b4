import type { LanguageModel as AnyModel, ProviderMetadata } from 'ai';

import type { FoundAction } from '../features/heart/actions/feature.ts';
import type {
  AskingChat,
  ChatReply,
  ModelFault,
  DescribedTool,
  PromptMessage,
  ToolPart,
} from '../features/minds/agents/feature.ts';

/** A model as the providers of the AI SDK give one. */
export type LanguageModel = Extract<AnyModel, { readonly specificationVersion: 'v4' }>;
type CallOptions = Parameters<LanguageModel['doStream']>[0];
type GenerateResult = Awaited<ReturnType<LanguageModel['doGenerate']>>;
type Content = GenerateResult['content'][number];
type StreamPart =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part>
    ? Part
    : never;

/** The provider whose options carry the ids of messages. */
const PROVIDER = 'baton';

/** Why a chat gave no reply. The SDK tries none again that is no error of an API. */
export class ChatModelError extends Error {
  readonly fault: ModelFault;

  constructor(fault: ModelFault) {
    super(`${fault.code}: ${fault.text}`);
    this.fault = fault;
  }
}

/** Under which a message of a prompt carries its id. */
export function withId(id: string): { readonly providerOptions: { baton: { messageId: string } } } {
  return { providerOptions: { [PROVIDER]: { messageId: id } } };
}

/** A web chat as a model of the AI SDK: a call is a delivery into it. It streams nothing before the reply is final. */
export function createConversationModel(
  { model, step, told }: AskingChat,
  modelRef: string,
): LanguageModel {
  async function generate(options: CallOptions): Promise<GenerateResult> {
    const { abortSignal: signal = new AbortController().signal } = options;
    const said = await model.ask({ ...step, ...questionOf(options), modelRef, signal, told });
    if (!said.ok) throw new ChatModelError(said.error);
    return resultOf(said.value, step.stepId, modelRef, warningsOf(options));
  }
  return {
    specificationVersion: 'v4',
    provider: PROVIDER,
    modelId: modelRef,
    supportedUrls: {},
    doGenerate: generate,
    async doStream(options) {
      const { content, finishReason, usage, warnings, providerMetadata, response } =
        await generate(options);
      return {
        stream: ReadableStream.from<StreamPart>([
          { type: 'stream-start', warnings },
          { type: 'response-metadata', ...response },
          ...content.flatMap(streamed),
          { type: 'finish', finishReason, usage, ...(providerMetadata && { providerMetadata }) },
        ]),
      };
    },
  };
}

/** Actions that could not be read, as the metadata of a reply holds them: their place, and what is wrong. */
export function misreadIn(
  metadata: ProviderMetadata | undefined,
): readonly { readonly position: number; readonly text: string }[] {
  const found = metadata?.[PROVIDER]?.['misread'];
  return Array.isArray(found) ? (found as { position: number; text: string }[]) : [];
}

function resultOf(
  reply: ChatReply,
  stepId: string,
  modelRef: string,
  warnings: GenerateResult['warnings'],
): GenerateResult {
  const { jobId, localConversationId, anchorId, text, actions, complete } = reply;
  const { tokensIn, tokensNew, tokensOut } = reply;
  const misread = actions.flatMap((action, position) =>
    action.ok ? [] : [{ position, text: action.error.text }],
  );
  return {
    content: [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...actions.flatMap((action, position) => callOf(action, `${stepId}.${position}`)),
    ],
    finishReason: { unified: finishOf(reply), raw: complete },
    usage: {
      inputTokens: {
        total: tokensIn,
        noCache: tokensNew,
        cacheRead: tokensIn - tokensNew,
        cacheWrite: undefined,
      },
      outputTokens: { total: tokensOut, text: tokensOut, reasoning: undefined },
      raw: { estimated: true },
    },
    providerMetadata: {
      [PROVIDER]: { jobId, conversation: localConversationId, anchorId, estimated: true, misread },
    },
    response: { id: anchorId, modelId: modelRef },
    warnings,
  };
}

function finishOf({ complete, actions }: ChatReply): GenerateResult['finishReason']['unified'] {
  if (complete !== 'whole') return complete === 'cut' ? 'length' : 'other';
  return actions.length > 0 ? 'tool-calls' : 'stop';
}

function callOf(action: FoundAction, toolCallId: string): Content[] {
  if (!action.ok) return [];
  const { target, tool, paramsJson: input } = action;
  return [{ type: 'tool-call', toolCallId, toolName: `${target}::${tool}`, input }];
}

function streamed(part: Content, index: number): StreamPart[] {
  const id = String(index);
  if (part.type === 'text')
    return [
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: part.text },
      { type: 'text-end', id },
    ];
  if (part.type !== 'tool-call') return [];
  const { toolCallId, toolName, input } = part;
  return [
    { type: 'tool-input-start', id: toolCallId, toolName },
    { type: 'tool-input-delta', id: toolCallId, delta: input },
    { type: 'tool-input-end', id: toolCallId },
    part,
  ];
}

/** The question as it was before it was put as a prompt of the SDK. */
function questionOf({ prompt, tools = [] }: CallOptions): {
  readonly system: readonly string[];
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly DescribedTool[];
} {
  return {
    system: prompt.flatMap((message) => (message.role === 'system' ? [message.content] : [])),
    messages: prompt.flatMap(messageOf),
    tools: tools.flatMap((tool) =>
      tool.type === 'function'
        ? [
            {
              name: tool.name,
              description: tool.description ?? '',
              paramsSchema: tool.inputSchema as DescribedTool['paramsSchema'],
            },
          ]
        : [],
    ),
  };
}

function messageOf(message: CallOptions['prompt'][number]): PromptMessage[] {
  const named = message.providerOptions?.[PROVIDER]?.['messageId'];
  const id = typeof named === 'string' ? named : '';
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return [{ id, role: 'user', text: textOf(message.content) }];
    case 'assistant':
      return [{ id, role: 'assistant', text: textOf(message.content), calls: [] }];
    case 'tool':
      return [{ id, role: 'tool', results: message.content.flatMap(resultPart) }];
  }
}

type Prompt = CallOptions['prompt'][number];
type ToolMessagePart = Extract<Prompt, { role: 'tool' }>['content'][number];

function resultPart(part: ToolMessagePart): ToolPart[] {
  if (part.type !== 'tool-result') return [];
  const { toolCallId, toolName, output } = part;
  const call = { type: `tool-${toolName}`, toolCallId, input: null } as const;
  switch (output.type) {
    case 'text':
      return [{ ...call, state: 'output-available', output: output.value }];
    case 'json':
      return [{ ...call, state: 'output-available', output: JSON.stringify(output.value) }];
    case 'error-text':
      return [{ ...call, state: 'output-error', errorText: output.value }];
    case 'error-json':
      return [{ ...call, state: 'output-error', errorText: JSON.stringify(output.value) }];
    case 'execution-denied':
      return [
        { ...call, state: 'output-error', errorText: `action_denied: ${output.reason ?? ''}` },
      ];
    case 'content':
      return [{ ...call, state: 'output-available', output: textOf(output.value) }];
  }
}

function textOf(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  return parts.flatMap(({ type, text }) => (type === 'text' ? [text ?? ''] : [])).join('\n');
}

/** A chat has none of a model's knobs. */
const KNOBS = [
  'maxOutputTokens',
  'temperature',
  'stopSequences',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
  'reasoning',
] as const;

function warningsOf(options: CallOptions): GenerateResult['warnings'] {
  return KNOBS.filter((knob) => options[knob] !== undefined).map((feature) => ({
    type: 'unsupported',
    feature,
  }));
}

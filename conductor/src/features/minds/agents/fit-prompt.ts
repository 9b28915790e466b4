import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { AgentDefinition, Compression } from './agent-definition.ts';
import { type CompressionReport, compressMessages } from './compress-messages.ts';
import type { ModelRequest } from './model-port.ts';
import { largestOf, tokensOf } from './prompt-size.ts';

/** A definition may say otherwise. */
const DEFAULTS: Readonly<Record<AgentDefinition['kind'], Compression>> = {
  orchestrator: { keep: 3, minChars: 2_000 },
  worker: { keep: 5, minChars: 2_000 },
};

/** Share of a model's context that is used: the rest is for its answer, and for errors of the count. */
const USED_SHARE = 0.7;

/** Cache of the last count: the tools of a run are the same at each step. */
let counted = { text: '', tokens: 0 };

function tokensOfTools(text: string): number {
  if (text !== counted.text) counted = { text, tokens: tokensOf(text) };
  return counted.tokens;
}

export interface FittedPrompt {
  readonly messages: ModelRequest['messages'];
  /** Tokens of the whole request, as counted here. */
  readonly counted: number;
  readonly report: CompressionReport;
}

/** A request with no more in its messages than the model takes, or the error that says what is too much. */
export function fitPrompt(
  { modelRef, system, messages, tools }: Omit<ModelRequest, 'signal'>,
  { kind, compression = DEFAULTS[kind] }: Pick<AgentDefinition, 'kind' | 'compression'>,
  { contextTokens, factor }: { readonly contextTokens: number | null; readonly factor: number },
): Result<FittedPrompt, CodedError> {
  const fixed = tokensOf(system.join('\n')) + tokensOfTools(JSON.stringify(tools));
  const limit = contextTokens === null ? null : Math.floor((contextTokens * USED_SHARE) / factor);
  const max = limit === null ? null : limit - fixed;
  const { messages: left, report } = compressMessages(messages, compression, max);
  const counted = fixed + report.tokens;
  if (limit === null || counted <= limit) return ok({ messages: left, counted, report });
  const largest = largestOf(left)
    .map(({ what, tokens }) => `${what}: ${tokens}`)
    .join('; ');
  const text = [
    `The request is ${counted} tokens; of the ${contextTokens} that ${modelRef} takes, ${limit} are for it.`,
    `What the agent is told and its tools: ${fixed}; ${largest}.`,
    'Resume the run with a model that takes more, or begin a new session.',
  ].join(' ');
  return err({ code: 'context_overflow', text });
}

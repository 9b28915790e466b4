import type { TOOL_PACK_KEYS } from '../../../../../shared/api/agents.ts';
import type { JsonObject } from '../../../baa/json-value.ts';

/** How much of what tools gave a model is shown again at each call. */
export interface Compression {
  /** So many of the newest long results, and inputs, stay whole. */
  readonly keep: number;
  /** A result, or an input, of so many characters is long: 1,000 or more, so that no line that stands for one is. */
  readonly minChars: number;
}

/** The name of a set of tools. */
export type ToolPackKey = (typeof TOOL_PACK_KEYS)[number];

/** How much one run may use up. */
export interface AgentLimits {
  /** Calls of the model. */
  readonly steps: number;
  readonly toolCalls: number;
  /** Other agents that it may ask. */
  readonly workers: number;
  /** Tokens of the model, in and out together. */
  readonly tokens: number;
  /** Milliseconds of work: what it waits for people, and for chats that are held up, does not count. Absent: as its kind may. */
  readonly workMs?: number;
}

/** Definition of an agent: who it is, which models serve it, and what it may call. */
export interface AgentDefinition {
  readonly agentId: string;
  /** `orchestrator`: a person talks to it; `worker`: other agents do. */
  readonly kind: 'orchestrator' | 'worker';
  readonly description: string;
  /** Names of models, as `endpoint:model`, or web chats, as `conversation:<id>` or `chat:<platform>`; the first that can serve does. Empty: those of the settings. */
  readonly models: readonly string[];
  readonly toolPacks: readonly ToolPackKey[];
  /** Globs over `target::tool`. With the packs: what it is offered. All else is unknown to it. */
  readonly tools: readonly string[];
  /** Globs that whoever asks it to work holds it to; it knows no tool beside them. */
  readonly allowedTools?: readonly string[];
  /** Instructions for its task. */
  readonly instructions: string;
  /** JSON Schema of what it answers other agents; null: a summary with its evidence. */
  readonly outputSchema: JsonObject | null;
  readonly limits: AgentLimits;
  /** Without it: as fits its kind. */
  readonly compression?: Compression;
}

/** Limits of an agent that names none. */
export const DEFAULT_LIMITS: Readonly<Record<AgentDefinition['kind'], Required<AgentLimits>>> = {
  orchestrator: { steps: 40, toolCalls: 100, workers: 5, tokens: 400_000, workMs: 7_200_000 },
  worker: { steps: 15, toolCalls: 30, workers: 0, tokens: 150_000, workMs: 1_800_000 },
};

/** Milliseconds that a run of the agent may work. @param most For runs of any agent; null: nothing is said. */
export function workLimit(
  { kind, limits }: Pick<AgentDefinition, 'kind' | 'limits'>,
  most: number | null,
): number {
  return Math.min(limits.workMs ?? DEFAULT_LIMITS[kind].workMs, most ?? Infinity);
}

import * as z from 'zod';

import type { FrameOf } from '../../../shared/protocol/index.ts';
import type { ActionOutcome } from '../domain/baa/action-outcome.ts';
import type { JsonObject, JsonValue } from '../domain/baa/json-value.ts';
import { paramsSignature } from './params-signature.ts';

export type ToolOutcome = ActionOutcome;
export type ToolRisk = 'low' | 'medium' | 'high';

type ConversationState = FrameOf<'conversation.state'>;
export type JobStatus = ConversationState['jobs'][number]['status'];

/** How the calling conversation stands. */
export interface ConversationStatus {
  readonly mode: ConversationState['mode'];
  readonly draining: boolean;
  readonly pauseReason: string | null;
  /** How many jobs stand in each status; a status without jobs may be left out. */
  readonly jobs: Readonly<Partial<Record<JobStatus, number>>>;
  readonly latestAssistantMessageId: string | null;
  readonly latestObservedAtMs: number | null;
}

/** What the caller of a tool provides. */
export interface CallContext {
  readonly conversationKey: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly conversationStatus: () => Promise<ConversationStatus>;
}

/** What a running tool sees. */
export interface ToolContext extends CallContext {
  /** Aborts when the time limit is reached; a tool that goes on after it is not waited for. */
  readonly signal: AbortSignal;
  /** Every tool that may be called here, in the order of the manual. */
  readonly tools: readonly Tool[];
}

/** One thing an action can ask for. */
export interface Tool {
  /** `target::tool`, as an action names it. */
  readonly id: string;
  readonly target: string;
  readonly name: string;
  readonly risk: ToolRisk;
  /** Running it twice has the effect of running it once: after a crash it may simply run again. */
  readonly idempotent: boolean;
  /** One line for the manual. */
  readonly help: string;
  /** JSON Schema of the params. */
  readonly paramsSchema: JsonObject;
  /** Checks the params, then runs. Params out of shape are an `invalid_params` outcome. */
  readonly call: (params: JsonObject, context: ToolContext) => Promise<ToolOutcome>;
}

export interface ToolDefinition<Params extends z.ZodObject> {
  /** Target and tool must fit the grammar of actions, or no action could name them. */
  readonly id: `${string}::${string}`;
  /** Make it a `strictObject`: a misspelt optional param should be told, not ignored. */
  readonly params: Params;
  readonly risk: ToolRisk;
  readonly idempotent: boolean;
  readonly help: string;
  /** May throw: that becomes a `tool_failed` outcome with the error's message, which the assistant reads. */
  readonly run: (
    params: z.output<Params>,
    context: ToolContext,
  ) => ToolOutcome | Promise<ToolOutcome>;
}

const TOOL_ID = /^([a-z][a-z0-9_.-]*)::([A-Za-z][A-Za-z0-9_.-]*)$/;

/** Makes a tool whose params are checked against a zod schema, from which its JSON Schema also comes. */
export function defineTool<Params extends z.ZodObject>(definition: ToolDefinition<Params>): Tool {
  const { id, params: schema, risk, idempotent, help, run } = definition;
  const [, target, name] = TOOL_ID.exec(id) ?? [];
  if (target === undefined || name === undefined) throw new Error(`No action can name "${id}".`);
  const paramsSchema = toJsonSchema(schema);
  return {
    id,
    target,
    name,
    risk,
    idempotent,
    help,
    paramsSchema,
    call: async (params, context) => {
      const checked = schema.safeParse(params);
      if (checked.success) return await run(checked.data, context);
      const faults = checked.error.issues.map(
        ({ path, message }) => `${pathText(path)}: ${message}`,
      );
      const takes = `@${id} takes ${paramsSignature(paramsSchema) || 'no params'}.`;
      return failed('invalid_params', [...faults, takes].join('\n'));
    },
  };
}

/** A result to be read as it is. */
export function textResult(text: string): ToolOutcome {
  return { ok: true, text, format: 'text' };
}

/** A result to be read as data: compact JSON. */
export function jsonResult(value: JsonValue): ToolOutcome {
  return { ok: true, text: JSON.stringify(value), format: 'json' };
}

/** A failure; `text` says what was wrong and how to mend it. */
export function failed(
  code: Extract<ToolOutcome, { ok: false }>['code'],
  text: string,
): ToolOutcome {
  return { ok: false, code, text };
}

function toJsonSchema(schema: z.ZodObject): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return z.record(z.string(), z.json()).parse(rest);
}

function pathText(path: readonly PropertyKey[]): string {
  return ['params', ...path.map(String)].join('.');
}

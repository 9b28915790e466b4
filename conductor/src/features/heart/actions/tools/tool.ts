import * as z from 'zod';

import type { toolServer } from '../../../../../../shared/api/tools.ts';
import type { Result } from '../../../../../../shared/lib/result.ts';
import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { FrameOf } from '../../../../../../shared/protocol/index.ts';
import type { ActionOutcome } from '../../../../baa/action-outcome.ts';
import type { JsonObject, JsonValue } from '../../../../baa/json-value.ts';
import type { DataKind } from '../../lineage/feature.ts';
import type { ApprovalSubject } from '../rows.ts';
import { paramsSignature } from './params-signature.ts';

export type ServerStatus = z.output<typeof toolServer>;

/** Content of a result that is not text: the caller keeps it as an artifact and names it in the result. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** How a tool ended. The text is whole, however long: what the assistant sees of it is the caller's matter. */
export type ToolOutcome = ActionOutcome & {
  readonly attachments?: readonly Attachment[];
  /** Kinds of data beside those that the tool always brings. */
  readonly brings?: readonly DataKind[];
  /** Words of others in what a harmless tool says: all else that it says is Baton's own, or is known already. */
  readonly quotes?: string;
};

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

/** Context that the caller of a tool provides. */
export interface CallContext {
  readonly conversationKey: ConversationKey;
  /** The same again when a call is repeated after a crash. */
  readonly instructionId: string;
  /** Ids (our own) of the conversations that asked one another until this call, the calling one last. */
  readonly chain: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly conversationStatus: () => Promise<ConversationStatus>;
}

/** How far a long call has come, in units of its own. */
export interface ToolProgress {
  readonly done: number;
  readonly total: number | null;
  readonly message: string | null;
}

/** Context of a running tool. */
export interface ToolContext extends CallContext {
  /** Aborts when the time limit is reached or the call is cancelled; a tool that goes on after it is not waited for. */
  readonly signal: AbortSignal;
  readonly progress: (report: ToolProgress) => void;
}

/** A call that has not been judged. */
export type LookedAt = Pick<CallContext, 'conversationKey' | 'instructionId'>;

/** Effects that a call would have, for the policy and for people. */
export interface Look {
  readonly risk: ToolRisk;
  /** Facts beside the params, for rules: as `page.origin`. */
  readonly facts: JsonObject;
  /** A person is asked whatever a rule says. Default false. */
  readonly asksAlways?: boolean;
  /** Null: the action says it all. */
  readonly subject: ApprovalSubject | null;
}

/** One thing an action can ask for. */
export interface Tool {
  /** `target::tool`, as an action names it. */
  readonly id: string;
  readonly target: string;
  readonly name: string;
  readonly risk: ToolRisk;
  /** true: the tool changes nothing, and may run beside others. */
  readonly readOnly: boolean;
  /**
   * true: the only effect of the tool is its result, which tells nothing that the conversation could not know. It runs
   * even where its words stand in what others said. Only Baton's own tools can be harmless.
   */
  readonly harmless?: boolean;
  /** true: the tool serves agents alone, and is shown to no chat of a site. Default false. */
  readonly agentsOnly?: boolean;
  /** Tells whether the tool is shown to a conversation; null: outside any conversation. Default: shown to all. */
  readonly toldTo?: (conversationKey: ConversationKey | null) => Promise<boolean>;
  /** Running it twice has the effect of running it once: after a crash it may simply run again. */
  readonly idempotent: boolean;
  /** A few words on what a call costs, as "slow"; null where that is nothing worth a word. */
  readonly cost: string | null;
  /** Longest run. */
  readonly timeLimitMs: number;
  /**
   * Kinds of data that results of the tool bring into a conversation. Default: none that affects what may be done then.
   */
  readonly brings?: readonly DataKind[];
  /** true: the tool can carry data out, to where others read it. Default false. */
  readonly egress?: boolean;
  /** true: the tool waits for others more than it works, so that any number may run at once. Default false. */
  readonly waits?: boolean;
  /** Purpose of the tool, for the assistant. The manual shows the start of it, a question about the tool all of it. */
  readonly help: string;
  /** JSON Schema of the params. */
  readonly paramsSchema: JsonObject;
  /** Words of a server on the effects of its tool, unchanged; `risk`, `readOnly` and `idempotent` follow from them. */
  readonly hints?: JsonObject;
  /** The sha256 of a server's description of its tool. */
  readonly pin?: string;
  /**
   * Returns the effects of one call, where they say more than the tool alone. Called before the call is judged, with
   * params that fit. A person is shown the result, and exactly that is done.
   */
  readonly look?: (params: JsonObject, call: LookedAt) => Promise<Result<Look, CodedError>>;
  /** Checks the params, then runs. Invalid params are an `invalid_params` outcome. */
  readonly call: (params: JsonObject, context: ToolContext) => Promise<ToolOutcome>;
}

/** Targets whose tools are found out when asked for: a server may have to be started first. */
export interface ToolSource {
  readonly targets: () => readonly string[];
  /**
   * Tells whether the target is one of `targets` now. Needed where these cost something to find out; without it they
   * are asked for.
   */
  readonly has?: (target: string) => boolean;
  /** true: the tools stand beside those of another source with the same target. Default false. */
  readonly joins?: boolean;
  /** The tool that another name means, of a target of this source whether or not it is there now. Null: none of its. */
  readonly meant?: (
    target: string,
    tool: string,
  ) => { readonly target: string; readonly tool: string } | null;
  /** Other names of a tool of this source. */
  readonly names?: (
    target: string,
    tool: string,
  ) => readonly { readonly target: string; readonly tool: string }[];
  /** The same tools as `toolsOf` gives, where nothing has to be waited for. Null, or without it: only that tells. */
  readonly known?: (target: string) => readonly Tool[] | null;
  /** A target that is down, or is not there, is a failure value; never rejects. */
  readonly toolsOf: (target: string) => Promise<Result<readonly Tool[], CodedError>>;
  readonly close: () => Promise<void>;
}

/** The servers that a person configured. */
export interface ToolServers {
  readonly configFile: string;
  status(): readonly ServerStatus[];
  /** Null: there is none of that name that could run. */
  detail(server: string): { readonly pid: number | null; readonly lastWords: string } | null;
  /** Ends it and starts it anew; false: there is none of that name that could run. */
  restart(server: string): Promise<boolean>;
}

export const DEFAULT_TIME_LIMIT_MS = 30_000;

export interface ToolDefinition<Params extends z.ZodObject> {
  /** Target and tool must fit the grammar of actions, or no action could name them. */
  readonly id: `${string}::${string}`;
  /** Schema of the params. Use a `strictObject`: a misspelt optional param should be reported, not ignored. */
  readonly params: Params;
  readonly risk: ToolRisk;
  /** Implies `idempotent`. Default false. */
  readonly readOnly?: boolean;
  readonly idempotent?: boolean;
  /** See Tool; implies `readOnly`. */
  readonly harmless?: boolean;
  readonly agentsOnly?: boolean;
  readonly brings?: readonly DataKind[];
  readonly egress?: boolean;
  readonly cost?: string;
  /** Default 30,000. */
  readonly timeLimitMs?: number;
  readonly waits?: boolean;
  readonly help: string;
  /** Runs the tool. An error thrown becomes a `tool_failed` outcome with its message, which the assistant reads. */
  readonly run: (
    params: z.output<Params>,
    context: ToolContext,
  ) => ToolOutcome | Promise<ToolOutcome>;
}

const TOOL_ID = /^([a-z][a-z0-9_.-]*)::([A-Za-z][A-Za-z0-9_.-]*)$/;

/** Makes a tool whose params are checked against a zod schema, from which its JSON Schema also comes. */
export function defineTool<Params extends z.ZodObject>(definition: ToolDefinition<Params>): Tool {
  const { id, params: schema, risk, harmless = false, cost = null, help, run } = definition;
  const { agentsOnly = false, brings = [], egress = false } = definition;
  const { readOnly = harmless } = definition;
  const { idempotent = readOnly, timeLimitMs = DEFAULT_TIME_LIMIT_MS, waits = false } = definition;
  const [, target, name] = TOOL_ID.exec(id) ?? [];
  if (target === undefined || name === undefined) throw new Error(`No action can name "${id}".`);
  const paramsSchema = toJsonSchema(schema);
  return {
    id,
    target,
    name,
    risk,
    readOnly,
    harmless,
    agentsOnly,
    brings,
    egress,
    idempotent,
    cost,
    timeLimitMs,
    waits,
    help,
    paramsSchema,
    call: async (params, context) => {
      const checked = schema.safeParse(params);
      if (checked.success) return await run(checked.data, context);
      return failed('invalid_params', paramsFaultText(id, paramsSchema, checked.error));
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

/** Invalid params, told field by field. */
export function paramsFaultText(id: string, schema: JsonObject, error: z.ZodError): string {
  const faults = error.issues.map(({ path, message }) => `${pathText(path)}: ${message}`);
  const takes = `@${id} takes ${paramsSignature(schema) || 'no params'}.`;
  return [...faults, takes].join('\n');
}

function toJsonSchema(schema: z.ZodObject): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return z.record(z.string(), z.json()).parse(rest);
}

function pathText(path: readonly PropertyKey[]): string {
  return ['params', ...path.map(String)].join('.');
}

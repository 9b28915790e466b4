import { err, ok, type Result } from '../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { JsonObject } from '../../../../baa/json-value.ts';
import {
  type CallContext,
  failed,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type ToolSource,
} from './tool.ts';
import { unknownTool } from './unknown-tool.ts';

/** All that actions may call: one door before Baton's own tools and those of every configured server. */
export interface ToolRegistry {
  readonly targets: () => readonly string[];
  /** Adds the source of a feature that comes after this one. */
  readonly add: (source: ToolSource) => void;
  /** Tools of one target, which may have to be started for it. */
  readonly toolsOf: (target: string) => Promise<Result<readonly Tool[], CodedError>>;
  /** The tool of that name, or why there is none; names near it are in the text. Never rejects. */
  readonly find: (target: string, tool: string) => Promise<Result<Tool, CodedError>>;
  /** The same, where nothing has to be waited for. Null: `find` tells, also why there is none. */
  readonly known: (target: string, tool: string) => Tool | null;
  /** All names by which the tool may be called. */
  readonly namesOf: (tool: Tool) => readonly { readonly target: string; readonly tool: string }[];
  /**
   * Runs one call. Every ending is an outcome: it never rejects, and it settles soon after the time limit, or the
   * abort of `context.signal`, even where a tool does not. Asks nobody for permission.
   */
  readonly run: (tool: Tool, params: JsonObject, context: RunContext) => Promise<ToolOutcome>;
  readonly close: () => Promise<void>;
}

export type RunContext = CallContext &
  Pick<ToolContext, 'progress'> & { readonly signal?: AbortSignal };

/** Throws when two sources claim one target. */
export function createToolRegistry(first: readonly ToolSource[]): ToolRegistry {
  const sources = [...first];
  const sourcesOf = (target: string): readonly ToolSource[] =>
    sources.filter((source) => source.has?.(target) ?? source.targets().includes(target));
  const targets = (): readonly string[] => [
    ...new Set(sources.flatMap((source) => source.targets())),
  ];
  const check = (): void => {
    const claims = sources.flatMap((source) => (source.joins === true ? [] : source.targets()));
    if (new Set(claims).size < claims.length) throw new Error('Two sources claim one target.');
  };
  check();

  async function toolsOf(
    target: string,
    of = sourcesOf(target),
  ): Promise<Result<readonly Tool[], CodedError>> {
    const found = await Promise.all(of.map((source) => source.toolsOf(target)));
    const there = found.flatMap((tools) => (tools.ok ? [tools.value] : []));
    const [first] = found;
    if (there.length > 0) return ok(there.flat());
    if (first !== undefined) return first;
    return err({
      code: 'unknown_tool',
      text: `There is no target ${target}; there are ${targets().join(', ')}.`,
    });
  }

  /** The tool as its source names it, and where it may be. */
  function meant(target: string, tool: string) {
    for (const source of sources) {
      const named = source.meant?.(target, tool) ?? null;
      if (named !== null) return { ...named, of: [source] };
    }
    return { target, tool, of: sourcesOf(target) };
  }

  return {
    targets,
    toolsOf: (target) => toolsOf(target),
    add(source) {
      sources.push(source);
      check();
    },
    async find(asked, written) {
      const { target, tool: name, of } = meant(asked, written);
      const tools = await toolsOf(target, of).catch((cause: unknown) =>
        err({
          code: 'tool_unavailable',
          text: `The tools of ${target} are not to be had: ${String(cause)}`,
        } as const),
      );
      if (!tools.ok) return tools;
      const tool = tools.value.find((one) => one.name === name);
      if (tool !== undefined) return ok(tool);
      const { code, text } = unknownTool(`${target}::${name}`, tools.value);
      return err({ code, text });
    },
    known(asked, written) {
      const { target, tool: name, of } = meant(asked, written);
      const tools = of.map((source) => source.known?.(target) ?? null);
      // The tool may be one of those that are not known yet.
      if (tools.includes(null)) return null;
      return tools.flat().find((one) => one?.name === name) ?? null;
    },
    namesOf: ({ target, name: tool }) => [
      { target, tool },
      ...sourcesOf(target).flatMap((source) => source.names?.(target, tool) ?? []),
    ],
    async run(tool, params, context) {
      const outcome = await runWithinLimit(tool, params, context);
      // Half a surrogate pair would not survive the database or the wire.
      return { ...outcome, text: outcome.text.toWellFormed() };
    },
    async close() {
      await Promise.all(sources.map((source) => source.close()));
    },
  };
}

async function runWithinLimit(
  tool: Tool,
  params: JsonObject,
  { signal: cancelled, ...context }: RunContext,
): Promise<ToolOutcome> {
  if (cancelled?.aborted === true)
    return failed('cancelled', `@${tool.id} was cancelled before it began.`);
  const limit = AbortSignal.timeout(tool.timeLimitMs);
  const signal = cancelled === undefined ? limit : AbortSignal.any([limit, cancelled]);
  const stopped = new Promise<ToolOutcome>((resolve) => {
    const stop = () => resolve(limit.aborted ? overLimit(tool) : cancelledOutcome(tool));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([tool.call(params, { ...context, signal }), stopped]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed('tool_failed', reason || 'The tool failed without saying why.');
  }
}

function cancelledOutcome(tool: Tool): ToolOutcome {
  return failed('cancelled', `@${tool.id} was cancelled; it may have taken effect in part.`);
}

function overLimit(tool: Tool): ToolOutcome {
  const took = `@${tool.id} did not end within ${tool.timeLimitMs / 1_000} s`;
  return tool.idempotent
    ? failed('tool_failed', `${took}. It may be called again.`)
    : failed(
        'outcome_unknown',
        `${took}; it may still take effect. Check before calling it again.`,
      );
}

import type { JsonObject } from '../domain/baa/json-value.ts';
import { type CallContext, failed, type Tool, type ToolContext, type ToolOutcome } from './tool.ts';
import { unknownTool } from './unknown-tool.ts';

export interface ToolCall {
  readonly target: string;
  readonly tool: string;
  readonly params: JsonObject;
}

/** The closed set of tools that actions may call. */
export interface ToolRegistry {
  readonly tools: readonly Tool[];
  readonly find: (target: string, tool: string) => Tool | undefined;
  /**
   * Runs one call. Every ending is an outcome: it never rejects, and it settles soon after the time limit even
   * where a tool does not. Asks nobody for permission: that is the caller's part, by the tool's `risk`.
   */
  readonly run: (call: ToolCall, context: CallContext) => Promise<ToolOutcome>;
}

export interface RegistryOptions {
  /** Longest run of one tool. Default 30,000. */
  readonly timeLimitMs?: number;
}

/** Throws when two tools have one id. */
export function createToolRegistry(
  tools: readonly Tool[],
  { timeLimitMs = 30_000 }: RegistryOptions = {},
): ToolRegistry {
  const byId = new Map(tools.map((tool) => [tool.id, tool]));
  if (byId.size < tools.length) throw new Error('Two tools have one id.');
  const find = (target: string, tool: string): Tool | undefined => byId.get(`${target}::${tool}`);
  return {
    tools,
    find,
    run: async (call, context) => {
      const tool = find(call.target, call.tool);
      if (tool === undefined) return unknownTool(`${call.target}::${call.tool}`, tools);
      const outcome = await runWithinLimit(tool, call.params, { ...context, tools }, timeLimitMs);
      // Half a surrogate pair would not survive the database or the wire.
      return { ...outcome, text: outcome.text.toWellFormed() };
    },
  };
}

async function runWithinLimit(
  tool: Tool,
  params: JsonObject,
  context: Omit<ToolContext, 'signal'>,
  timeLimitMs: number,
): Promise<ToolOutcome> {
  const limit = new AbortController();
  const { signal } = limit;
  const timedOut = new Promise<ToolOutcome>((resolve) => {
    signal.addEventListener('abort', () => resolve(overLimit(tool, timeLimitMs)), { once: true });
  });
  const timer = setTimeout(() => limit.abort(), timeLimitMs);
  try {
    return await Promise.race([tool.call(params, { ...context, signal }), timedOut]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed('tool_failed', reason || 'The tool failed without saying why.');
  } finally {
    clearTimeout(timer);
  }
}

function overLimit(tool: Tool, timeLimitMs: number): ToolOutcome {
  const took = `@${tool.id} did not end within ${timeLimitMs / 1_000} s`;
  return tool.idempotent
    ? failed('tool_failed', `${took}. It may be called again.`)
    : failed(
        'outcome_unknown',
        `${took}; it may still take effect. Check before calling it again.`,
      );
}

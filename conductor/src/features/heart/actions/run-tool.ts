import { AGENT_PLATFORM } from '../../../../../shared/model/agent-platform.ts';
import { conversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { Clock, Log } from '../../../engine/runtime.ts';
import type { Instruction } from './rows.ts';
import type { Known } from './steps/judge-instruction.ts';
import { checkParams } from './tools/check-params.ts';
import type { ToolRegistry } from './tools/tool-registry.ts';
import type { ConversationStatus, Tool, ToolOutcome } from './tools/tool.ts';

export interface Call {
  readonly row: Instruction;
  readonly chain: readonly string[];
  readonly signal: AbortSignal;
}

export interface ToolCaller {
  /** Reads what is known of an action before it runs: its tool, and whether its params fit. Never rejects. */
  know(row: Instruction): Promise<Known>;
  /** The same, where nothing has to be waited for. Null: only `know` tells. */
  knowAtOnce(row: Instruction): Known | null;
  /** Runs it; every ending is an outcome. `found` hears of the tool before it is called. */
  call(call: Call, found: (tool: Tool) => void): Promise<ToolOutcome>;
}

export function createToolCaller(deps: {
  readonly tools: ToolRegistry;
  readonly statusOf: (key: Instruction['conversationKey']) => Promise<ConversationStatus>;
  readonly now: Clock;
  readonly log: Log;
}): ToolCaller {
  const { tools, statusOf, now, log } = deps;
  return {
    async know(row) {
      const { target, tool, paramsJson, instructionId, conversationKey } = row;
      try {
        const found = await tools.find(target, tool);
        if (!found.ok) return found;
        const known = knownOf(found.value, row, tools);
        if (!known.ok) return known;
        const call = { conversationKey, instructionId };
        const looked = await found.value.look?.(paramsOf(paramsJson), call);
        if (looked === undefined) return known;
        return looked.ok ? { ...known, ...looked.value } : looked;
      } catch (cause) {
        // A fault of ours. Refused, the assistant may ask again; without a judgement it would wait for ever.
        log.error({ err: cause, instruction_id: instructionId }, 'looking at an action failed');
        const text = `@${target}::${tool} cannot be looked at now.`;
        return { ok: false, error: { code: 'tool_unavailable', text } };
      }
    },
    knowAtOnce(row) {
      const tool = tools.known(row.target, row.tool);
      return tool === null || tool.look !== undefined ? null : knownOf(tool, row, tools);
    },
    async call({ row, chain, signal }, found) {
      const { target, tool: name, paramsJson, conversationKey, instructionId } = row;
      const tool = await tools.find(target, name);
      // It was there when it was judged: its server is gone, or its configuration changed.
      if (!tool.ok) return { ok: false, ...tool.error };
      // guard: allowed-tool
      if (row.toolPin !== null && row.toolPin !== tool.value.pin) return changedSince(tool.value);
      found(tool.value);
      return tools.run(tool.value, paramsOf(paramsJson), {
        conversationKey,
        instructionId,
        chain,
        signal,
        now,
        conversationStatus: () => statusOf(conversationKey),
        progress: ({ done, total }) =>
          log.debug(
            { tool: tool.value.id, instruction_id: instructionId, done, total },
            'progress',
          ),
      });
    },
  };
}

/** Returns what the tool alone tells of an action. */
function knownOf(
  found: Tool,
  { target, tool, paramsJson, conversationKey }: Instruction,
  tools: ToolRegistry,
): Known {
  const { platform } = conversationRef(conversationKey);
  if (found.agentsOnly === true && platform !== AGENT_PLATFORM) {
    const text = `@${target}::${tool} serves agents, and no other chats.`;
    return { ok: false, error: { code: 'unknown_tool', text } };
  }
  const fault = checkParams(found, paramsOf(paramsJson));
  if (fault !== null) return { ok: false, error: { code: fault.code, text: fault.text } };
  const { risk, readOnly, idempotent, harmless = false, egress = false, pin = null } = found;
  const names = tools.namesOf(found);
  const judged = { judgedTarget: found.target, judgedTool: found.name, names };
  const known = { risk, readOnly, idempotent, harmless, egress, pin, ...judged };
  return { ok: true, ...known, facts: {}, subject: null };
}

/** Returns the failure of an action whose tool changed after it was allowed. */
function changedSince({ id }: Tool): ToolOutcome {
  const text = `The server of @${id} has changed it since it was allowed. It did not run; it may be called again.`;
  return { ok: false, code: 'tool_unavailable', text };
}

/** Parses params: committed as the JSON of an object when the reply was parsed, or a person's edit checked. */
function paramsOf(paramsJson: string): JsonObject {
  return JSON.parse(paramsJson) as JsonObject;
}

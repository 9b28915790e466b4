import { AGENT_PLATFORM } from '../../../../shared/model/agent-platform.ts';
import { conversationRef } from '../../../../shared/model/conversation-key.ts';
import type { JsonObject } from '../../baa/json-value.ts';
import type { Clock, Log } from '../../engine/runtime.ts';
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
  /** What is known of an action before it runs: its tool, and that its params fit. Never rejects. */
  know(row: Instruction): Promise<Known>;
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
    async know({ target, tool, paramsJson, instructionId, conversationKey }) {
      try {
        const found = await tools.find(target, tool);
        if (!found.ok) return found;
        const { platform } = conversationRef(conversationKey);
        if (found.value.agentsOnly === true && platform !== AGENT_PLATFORM) {
          const text = `@${target}::${tool} serves agents, and no other chats.`;
          return { ok: false, error: { code: 'unknown_tool', text } };
        }
        const fault = checkParams(found.value, paramsOf(paramsJson));
        if (fault !== null) return { ok: false, error: { code: fault.code, text: fault.text } };
        const { risk, readOnly, idempotent, harmless = false } = found.value;
        const { target: judgedTarget, name: judgedTool } = found.value;
        const { pin = null, egress = false } = found.value;
        const known = { readOnly, idempotent, harmless, judgedTarget, judgedTool, egress, pin };
        const looked = await found.value.look?.(paramsOf(paramsJson), {
          conversationKey,
          instructionId,
        });
        if (looked === undefined) return { ok: true, ...known, risk, facts: {}, subject: null };
        return looked.ok ? { ok: true, ...known, ...looked.value } : looked;
      } catch (cause) {
        // A fault of ours. Refused, the assistant may ask again; without a judgement it would wait for ever.
        log.error({ err: cause, instruction_id: instructionId }, 'looking at an action failed');
        const text = `@${target}::${tool} cannot be looked at now.`;
        return { ok: false, error: { code: 'tool_unavailable', text } };
      }
    },
    async call({ row, chain, signal }, found) {
      const { target, tool: name, paramsJson, conversationKey, instructionId } = row;
      const tool = await tools.find(target, name);
      // It was there when it was judged: its server is gone, or its configuration changed.
      if (!tool.ok) return { ok: false, ...tool.error };
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

/** What was allowed is not what would run now. */
function changedSince({ id }: Tool): ToolOutcome {
  const text = `The server of @${id} has changed it since it was allowed. It did not run; it may be called again.`;
  return { ok: false, code: 'tool_unavailable', text };
}

/** Committed as JSON of an object by whoever parsed the reply, or checked a person's edit. */
function paramsOf(paramsJson: string): JsonObject {
  return JSON.parse(paramsJson) as JsonObject;
}

import { AGENT_PLATFORM } from '../../../../../shared/model/agent-platform.ts';
import { conversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { Reader } from '../../../engine/query.ts';
import { judgeTool, neverUnasked } from '../policy/feature.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import type { Manual, TargetView } from './tools/manual.ts';
import type { ToolRegistry } from './tools/tool-registry.ts';
import type { Tool } from './tools/tool.ts';
import * as policy from '../policy/queries.ts';
import * as toolPins from '../policy/tool-pins/queries.ts';

/** A server that takes longer to start is told of as down, and asked again the next time. */
const MAX_WAIT_MS = 8_000;

/** @param tools Asked late: the registry holds a tool that reads this manual. */
export function createManual(deps: {
  readonly read: Reader;
  readonly settings: SettingsNow;
  readonly tools: () => ToolRegistry;
  readonly maxWaitMs?: number;
}): Manual {
  const { read, settings, tools, maxWaitMs = MAX_WAIT_MS } = deps;
  return {
    async targets(conversationKey, only) {
      const registry = tools();
      const wanted = registry.targets().filter((target) => only === undefined || target === only);
      const [rules, ...found] = await Promise.all([
        read.one(policy.rulesIn({ conversationKey })),
        ...wanted.map((target) => within(maxWaitMs, registry.toolsOf(target))),
      ]);
      const pins = await read.one(toolPins.changedTools());
      const changes = new Map(pins.map((pin) => [pin.toolId, pin]));
      const defaults = settings.current().policy;
      const isAgent =
        conversationKey === null || conversationRef(conversationKey).platform === AGENT_PLATFORM;
      // Tools of one source ask the same: it is asked once.
      const asked = new Map<NonNullable<Tool['toldTo']>, Promise<boolean>>();
      const isTold = async ({ agentsOnly = false, toldTo }: Tool): Promise<boolean> => {
        if (!isAgent && agentsOnly) return false;
        if (toldTo === undefined) return true; // guard: run-tools-told
        const answer = asked.get(toldTo) ?? toldTo(conversationKey);
        asked.set(toldTo, answer);
        return answer;
      };
      const views = wanted.map(async (target, index): Promise<TargetView | []> => {
        const listed = found[index] ?? null;
        if (listed === null) return { target, tools: [], down: 'it is still starting; ask again' };
        if (!listed.ok) return { target, tools: [], down: listed.error.text };
        const isTo = await Promise.all(listed.value.map(isTold));
        const told = listed.value.filter((_tool, at) => isTo[at]);
        const judged = told.map((tool) => {
          const byRules = judgeTool(rules, defaults, { ...tool, tool: tool.name });
          const changed = changes.get(tool.id) ?? null;
          const { decision } = changed === null ? byRules : neverUnasked(byRules);
          return { tool, decision, changed };
        });
        if (judged.length === 0 && listed.value.length > 0) return [];
        return { target, tools: judged, down: null };
      });
      return (await Promise.all(views)).flat();
    },
  };
}

/** Null when it takes longer. */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T | null> {
  const over = Promise.withResolvers<null>();
  const timer = setTimeout(() => over.resolve(null), limitMs);
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

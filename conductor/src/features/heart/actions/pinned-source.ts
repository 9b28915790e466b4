import { ok } from '../../../../../shared/lib/result.ts';
import { pinOf, type ToolPinsPort } from '../policy/feature.ts';
import type { Tool, ToolSource } from './tools/tool.ts';

/** The same source, where what a server says of its tools is kept, so that what it changes later is noticed. */
export function pinnedSource(source: ToolSource, pins: ToolPinsPort): ToolSource {
  /** A list that a server gave stays the same until it gives another. */
  const seen = new WeakMap<readonly Tool[], readonly Tool[]>();
  return {
    ...source,
    known(target) {
      const told = source.known?.(target) ?? null;
      return told === null ? null : (seen.get(told) ?? null);
    },
    async toolsOf(target) {
      const found = await source.toolsOf(target);
      if (!found.ok) return found;
      const known = seen.get(found.value);
      if (known !== undefined) return ok(known);
      const told = found.value.map((tool) => ({ ...tool, hints: tool.hints ?? {} }));
      const tools = told.map((tool) => ({ ...tool, pin: pinOf(tool).sha256 }));
      if (await pins.see(told)) seen.set(found.value, tools);
      return ok(tools);
    },
  };
}

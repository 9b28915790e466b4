import type { toolPinsOperations } from '../../../../../../shared/api/tool-pins.ts';
import { ok } from '../../../../../../shared/lib/result.ts';
import type { Handling, Kit } from '../../../../engine/feature.ts';
import type { ToolDescription } from './rows.ts';
import { acceptTool } from './steps/accept-tool.ts';
import { seeTools } from './steps/see-tools.ts';
import { toolChangeView } from './views.ts';
import * as toolPins from './queries.ts';

export interface ToolPinsPort {
  /** Compares tools, as a server describes them now, with what was accepted. False: it could not be written. */
  see(tools: readonly (ToolDescription & { readonly id: string })[]): Promise<boolean>;
}

/** Remembers how tools of servers were described, and lets a person accept what changed. */
export function startToolPins({
  store,
  read,
  now,
  log,
}: Kit): Handling<ToolPinsPort, typeof toolPinsOperations> {
  return {
    provides: {
      async see(tools) {
        try {
          await store.run(seeTools, { tools, now: now() });
          return true;
        } catch (cause) {
          log.warn({ err: cause }, 'what tool servers say of their tools cannot be kept');
          return false;
        }
      },
    },
    handlers: {
      async listToolChanges() {
        const pins = await read.one(toolPins.changedTools());
        return ok({ items: pins.map(toolChangeView).filter((change) => change !== null) });
      },
      async acceptTool({ params: { id: toolId }, body: { sha256 } }, { via }) {
        const accepted = await store.run(acceptTool, { toolId, sha256, via, now: now() });
        if (!accepted.ok) return accepted;
        return ok({ tool: toolId, sha256, accepted_at: accepted.value.acceptedAt });
      },
    },
  };
}

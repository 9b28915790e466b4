import * as z from 'zod';

import type { Handlers } from '../../../../../shared/api/operations.ts';
import type { tool as toolSchema } from '../../../../../shared/api/tools.ts';
import { err, ok } from '../../../../../shared/lib/result.ts';
import type { Reader } from '../../../engine/query.ts';
import { keyWithin } from '../conversations/feature.ts';
import { toolChangeView } from '../policy/feature.ts';
import type { JudgedTool, Manual } from './tools/manual.ts';
import type { ToolServers } from './tools/tool.ts';

const jsonSchema = z.record(z.string(), z.json());

/** Tools as the surfaces show them, with what the policy says of each. Servers are started to be asked. */
export function createListTools(deps: {
  readonly read: Reader;
  readonly manual: Manual;
  /** How the configured servers stand; read after their tools were asked for. */
  readonly servers: Pick<ToolServers, 'status' | 'configFile'>;
}): Handlers['listTools'] {
  const { read, manual, servers } = deps;
  return async ({ query: { conversation, target } }) => {
    const key = await keyWithin(read, conversation);
    if (!key.ok) return key;
    const views = await manual.targets(key.value, target);
    if (target !== undefined && views.length === 0) {
      const text = `There is no target ${target}.`;
      return err({ code: 'not_found', text, field: 'query.target' });
    }
    return ok({
      items: views.flatMap((view) => view.tools.map(toolView)),
      servers: servers
        .status()
        .filter(({ server }) => target === undefined || target === `mcp.${server}`),
      config_file: servers.configFile,
    });
  };
}

function toolView({ tool, decision, changed }: JudgedTool): z.output<typeof toolSchema> {
  const { id, target, name, help, risk, readOnly, idempotent, cost, timeLimitMs } = tool;
  return {
    id,
    target,
    name,
    help,
    risk,
    read_only: readOnly,
    idempotent,
    cost,
    time_limit_ms: timeLimitMs,
    params_schema: jsonSchema.parse(tool.paramsSchema),
    decision,
    change: changed && toolChangeView(changed),
  };
}

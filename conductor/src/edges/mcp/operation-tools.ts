import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';

import type { Operation } from '../../../../shared/api/operation.ts';
import type { BatonApi } from '../../../../shared/api/operations.ts';
import { failure, structured } from './tool-result.ts';

/** Tools of all operations that name one and have no tool of their own. */
export function addOperationTools(
  server: McpServer,
  api: BatonApi,
  operations: Readonly<Record<string, Operation>>,
): void {
  for (const operation of Object.values(operations)) {
    const { tool, summary, method, params, query, body } = operation;
    if (tool === undefined) continue;
    const inBody = body instanceof z.ZodObject ? body.shape : {};
    server.registerTool(
      tool,
      {
        title: summary,
        description: summary,
        inputSchema: { ...params.shape, ...query.shape, ...inBody },
        annotations: { readOnlyHint: method === 'GET', openWorldHint: false },
      },
      async (given: Readonly<Record<string, unknown>>) => {
        const request = {
          params: fieldsOf(params.shape, given),
          query: fieldsOf(query.shape, given),
          ...(Object.keys(inBody).length > 0 && { body: fieldsOf(inBody, given) }),
        };
        const asked = await api.ask(operation, request as never);
        if (!asked.ok) return failure(asked.error);
        return structured(asked.value as Record<string, unknown>);
      },
    );
  }
}

function fieldsOf(
  shape: object,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(shape, name)));
}

import type { FastifyInstance } from 'fastify';

import type { Operation } from '../../../../shared/api/operation.ts';
import type { BatonApi } from '../../../../shared/api/operations.ts';

/** Where MCP over HTTP is served. */
export const MCP_PATH = '/mcp';

/**
 * The streamable HTTP door. Every request stands alone: there is no session to be taken over, to leak, or to outlive
 * its client. The caller has checked Host, Origin and the bearer.
 */
export function serveMcp(
  app: FastifyInstance,
  api: BatonApi,
  version: string,
  operations: Readonly<Record<string, Operation>>,
): void {
  app.post(MCP_PATH, async (request, reply) => {
    // With the first request and not at the start: most conductors never see one, and the SDK is large.
    const [{ StreamableHTTPServerTransport }, { createBatonMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
      import('./create-mcp-server.ts'),
    ]);
    const server = createBatonMcpServer(api, version, operations);
    const transport = new StreamableHTTPServerTransport({
      // Explicitly none: see above.
      ...({ sessionIdGenerator: undefined } as object),
    });
    reply.hijack();
    reply.raw.once('close', () => {
      void transport.close();
      void server.close();
    });
    // The transport's own type leaves its callbacks open to undefined, where ours are exact.
    await server.connect(transport as unknown as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request.raw, reply.raw, request.body);
  });
  for (const method of ['GET', 'DELETE'] as const) {
    app.route({
      method,
      url: MCP_PATH,
      handler: (_request, reply) =>
        reply
          .code(405)
          .header('allow', 'POST')
          .send({
            jsonrpc: '2.0',
            error: { code: -32_000, message: 'There are no sessions here: POST each request.' },
            id: null,
          }),
    });
  }
}

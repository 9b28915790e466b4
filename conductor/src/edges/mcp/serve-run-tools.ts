import type { FastifyInstance } from 'fastify';

import type { Result } from '../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../shared/model/error-codes.ts';

/** Tools of runs, for programs of their workers. Whose a call is its token says. */
interface RunTools {
  /** Null: the token is nobody's. */
  readonly toolsFor: (token: string) =>
    | readonly {
        readonly name: string;
        readonly description: string;
        readonly inputSchema: Readonly<Record<string, unknown>>;
      }[]
    | null;
  readonly call: (
    token: string,
    name: string,
    params: never,
    signal: AbortSignal,
  ) => Promise<Result<string, CodedError>>;
}

/** A report with its result and ten pieces of evidence, each as long as it may be. */
const MAX_BODY_BYTES = 2 ** 20;

/**
 * The MCP server of one worker of a run, at an address that its program alone was told: no other secret is asked for, and
 * it is good for that worker's tools alone. The caller has checked Host and Origin. Each request stands alone.
 */
export function serveRunTools(
  app: FastifyInstance,
  path: string,
  version: string,
  tools: RunTools,
): void {
  app.post<{ Params: { token: string } }>(
    `${path}/:token`,
    { bodyLimit: MAX_BODY_BYTES },
    async (request, reply) => {
      const { token } = request.params;
      const offered = tools.toolsFor(token);
      reply.header('cache-control', 'no-store');
      if (offered === null) {
        const message = 'This address is not good, or no longer.';
        return reply
          .code(404)
          .send({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
      }
      // With the first request: most conductors never see one, and the SDK is large.
      const [{ Server }, { StreamableHTTPServerTransport }, types] = await Promise.all([
        import('@modelcontextprotocol/sdk/server/index.js'),
        import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
        import('@modelcontextprotocol/sdk/types.js'),
      ]);
      const gone = new AbortController();
      const server = new Server({ name: 'baton', version }, { capabilities: { tools: {} } });
      server.setRequestHandler(types.ListToolsRequestSchema, () => ({
        tools: [...offered] as never,
      }));
      server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => {
        const { name, arguments: given = {} } = params;
        const done = await tools.call(token, name, given as never, gone.signal);
        const text = done.ok ? done.value : `${done.error.code}: ${done.error.text}`;
        return { content: [{ type: 'text', text }], isError: !done.ok };
      });
      const transport = new StreamableHTTPServerTransport({
        ...({ sessionIdGenerator: undefined } as object),
      });
      reply.hijack();
      reply.raw.once('close', () => {
        gone.abort();
        void transport.close();
        void server.close();
      });
      // The transport's own type leaves its callbacks open to undefined, where ours are exact.
      await server.connect(transport as unknown as Parameters<typeof server.connect>[0]);
      await transport.handleRequest(request.raw, reply.raw, request.body);
      return reply;
    },
  );
  app.get(`${path}/:token`, (_request, reply) =>
    reply.code(405).header('allow', 'POST').send({ error: 'There is no stream here.' }),
  );
}

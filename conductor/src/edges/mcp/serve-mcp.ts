import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';

import type { Operation } from '../../../../shared/api/operation.ts';
import type { BatonApi } from '../../../../shared/api/operations.ts';
import { KEEP_MS, namedSession, openFor } from './client-session.ts';

/** Where MCP over HTTP is served. */
export const MCP_PATH = '/mcp';

const SESSION_HEADER = 'mcp-session-id';

const initializing = z.object({
  method: z.literal('initialize'),
  params: z.object({ clientInfo: z.object({ name: z.string() }) }),
});

const numbered = z.object({ id: z.union([z.string(), z.number()]) });

const givingUp = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

/**
 * The streamable HTTP door. Every request stands alone: nothing of a client is kept here once it is answered, and its
 * session id says only in which chat session it acts on pages and terminals. The caller has checked Host, Origin and the bearer, which the id does
 * not replace.
 */
export function serveMcp(
  app: FastifyInstance,
  api: BatonApi,
  version: string,
  operations: Readonly<Record<string, Operation>>,
): void {
  /** Requests that are being answered, by their client's session and their number: another request may give one up. */
  const underWay = new Map<string, { onmessage?: ((message: never) => void) | undefined }>();

  app.post(MCP_PATH, async (request, reply) => {
    const named = sessionNamed(request.headers);
    const begins = initializing.safeParse(request.body);
    const session = begins.success
      ? await openFor(api, begins.data.params.clientInfo.name)
      : named === null
        ? null
        : await kept(api, named);
    if (session?.ok === false) return refuse(reply, 404, session.error.text);
    const id = session === null ? null : session.value;
    const gives = givingUp.safeParse(request.body);
    if (gives.success) {
      const given = underWay.get(keyOf(id, gives.data.params.requestId));
      given?.onmessage?.(request.body as never);
      return reply.code(202).send();
    }
    // With the first request and not at the start: most conductors never see one, and the SDK is large.
    const [{ StreamableHTTPServerTransport }, { createBatonMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
      import('./create-mcp-server.ts'),
    ]);
    const server = createBatonMcpServer(api, version, operations, namedSession(id));
    const transport = new StreamableHTTPServerTransport({
      // Explicitly none: see above.
      ...({ sessionIdGenerator: undefined } as object),
    });
    // A tool that waits for long has its client there all the while.
    const keeping = setInterval(() => {
      if (id !== null) void kept(api, id);
    }, KEEP_MS);
    const number = numbered.safeParse(request.body);
    const key = number.success && id !== null ? keyOf(id, number.data.id) : null;
    reply.hijack();
    reply.raw.once('close', () => {
      if (key !== null) underWay.delete(key);
      clearInterval(keeping);
      void transport.close();
      void server.close();
    });
    if (begins.success && id !== null) reply.raw.setHeader(SESSION_HEADER, id);
    // The transport's own type leaves its callbacks open to undefined, where ours are exact.
    await server.connect(transport as unknown as Parameters<typeof server.connect>[0]);
    if (key !== null) underWay.set(key, transport);
    await transport.handleRequest(request.raw, reply.raw, request.body);
  });
  app.delete(MCP_PATH, async (request, reply) => {
    const named = sessionNamed(request.headers);
    if (named === null) return refuse(reply, 400, `There is no ${SESSION_HEADER} in the request.`);
    const session = await kept(api, named);
    if (!session.ok) return refuse(reply, 404, session.error.text);
    await api.call('endSession', { params: { id: named } });
    return reply.code(204).send();
  });
  app.get(MCP_PATH, (_request, reply) => {
    reply.header('allow', 'POST, DELETE');
    return refuse(reply, 405, 'There is no stream here: POST each request.');
  });
}

function keyOf(session: string | null, request: string | number): string {
  return JSON.stringify([session, request]);
}

function sessionNamed(headers: Readonly<Record<string, unknown>>): string | null {
  const named = headers[SESSION_HEADER];
  return typeof named === 'string' && named !== '' ? named : null;
}

/** Says that its client is there. Fails where it is no session of a program. */
async function kept(api: BatonApi, id: string) {
  const session = await api.call('keepSession', { params: { id } });
  return session.ok ? { ok: true as const, value: id } : session;
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
}

import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { ApiError, Caller, Operation } from '../../../../shared/api/operation.ts';
import type { OperationId } from '../../../../shared/api/operations.ts';
import type { Result } from '../../../../shared/lib/result.ts';
import { type Scope, scopeCovers } from '../../../../shared/model/scope.ts';
import { tooSmall } from './lock-routes.ts';
import { problemOf, sendProblem } from './problem.ts';
import { readRequest } from '../read-request.ts';
import type { RouteServices } from './route-services.ts';
import { viaOf } from './via-of.ts';

/** Routes that take a whole message; others take a form's worth. */
const LARGE_BODIES: readonly string[] = [
  'sendMessage',
  'startConversation',
  'answerApproval',
  'importSealedRuns',
  'importSealedTeams',
] satisfies OperationId[];

const MAX_LARGE_BODY_BYTES = 4 * 2 ** 20;

/** Their bodies hold a passphrase, of which nothing is kept, no digest either: they are done again where they are asked again. */
const UNKEPT: readonly string[] = [
  'exportSealedRuns',
  'importSealedRuns',
  'exportSealedTeams',
  'importSealedTeams',
] satisfies OperationId[];

const KEY = /^[\x21-\x7E]{1,255}$/;

/** Serves every operation of the table. */
export function serveOperations(app: FastifyInstance, services: RouteServices): void {
  for (const [id, operation] of Object.entries(services.operations)) {
    app.route({
      method: operation.method,
      url: operation.path,
      config: { scope: operation.scope },
      ...(LARGE_BODIES.includes(id) && { bodyLimit: MAX_LARGE_BODY_BYTES }),
      async handler(request, reply) {
        const startedAt = performance.now();
        reply.raw.once('close', () => {
          const durationMs = performance.now() - startedAt;
          services.countRequest(id, reply.statusCode, durationMs);
          const ms = Math.round(durationMs);
          services.log.debug({ operation: id, status: reply.statusCode, ms }, 'request answered');
        });
        return answerRequest(id, operation, request, reply, services);
      },
    });
  }
}

async function answerRequest(
  id: string,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  services: RouteServices,
): Promise<FastifyReply> {
  const input = readRequest(operation, request);
  if (!input.ok) return sendProblem(reply, input.error);
  const { faceSession } = request;
  if (faceSession !== null && asksForMore(operation, input.value.body, faceSession.scope))
    return sendProblem(reply, tooSmall(faceSession, 'full'));
  const key = UNKEPT.includes(id) ? null : keyOf(request);
  if (key !== null && !KEY.test(key)) {
    const text = 'headers.idempotency-key: is 1 to 255 printable ASCII characters.';
    return sendProblem(reply, {
      code: 'invalid_request',
      text,
      field: 'headers.idempotency-key',
    });
  }
  const caller = callerOf(request, reply, services);
  const ask = async () => {
    const handler = services.handlers[id];
    if (handler === undefined) throw new Error(`Nothing answers ${id}.`);
    return rendered(await handler(input.value, caller), operation);
  };
  if (key === null) {
    const { status, body } = await ask();
    return send(request, reply, status, body);
  }
  const named = JSON.stringify([operation.method, request.url, request.body ?? null]);
  const once = await services.idempotency.once(key, named, ask);
  if (once.kind === 'conflict') {
    const text = 'headers.idempotency-key: it was used for another request.';
    return sendProblem(reply, {
      code: 'idempotency_conflict',
      text,
      field: 'headers.idempotency-key',
    });
  }
  if (once.replayed) reply.header('idempotency-replayed', 'true');
  return send(request, reply, once.response.status, once.response.body);
}

/** Some fields of a body are for whoever may do everything. */
function asksForMore({ fullFields = [] }: Operation, body: unknown, held: Scope): boolean {
  const fields = new Map(Object.entries(body ?? {}));
  // guard: face-edited-params
  return !scopeCovers(held, 'full') && fullFields.some((name) => fields.get(name) !== undefined);
}

function rendered(
  answer: Result<unknown, ApiError>,
  { status }: Operation,
): { readonly status: number; readonly body: string } {
  if (answer.ok) return { status, body: JSON.stringify(answer.value) };
  const problem = problemOf(answer.error);
  return { status: problem.status, body: JSON.stringify(problem) };
}

/** A body that the client has already is not sent again. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: string,
): FastifyReply {
  reply.code(status).header('cache-control', 'no-cache');
  if (status >= 400) return reply.type('application/problem+json').send(body);
  if (request.method === 'GET') {
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  }
  return reply.type('application/json; charset=utf-8').send(body);
}

function keyOf({ headers, method }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  return method === 'POST' && typeof key === 'string' ? key : null;
}

/** Who asks, as handlers are told. */
export function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { idempotency }: Pick<RouteServices, 'idempotency'>,
): Caller {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const faceSessionId = request.faceSession?.sessionId;
  const idempotencyKey = keyOf(request);
  return {
    via: viaOf(request),
    signal: gone.signal,
    idempotencyKey,
    idSeed: idempotencyKey === null ? null : idempotency.idSeed(idempotencyKey),
    ...(faceSessionId !== undefined && { faceSessionId }),
  };
}

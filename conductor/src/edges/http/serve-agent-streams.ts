import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';

import { faultOf } from '../../../../shared/api/fault-of.ts';
import type { ApiError } from '../../../../shared/api/operation.ts';
import { streams } from '../../../../shared/api/streams.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import { scopeCovers } from '../../../../shared/model/scope.ts';
import type { ChatRun } from '../../features/minds/agents/feature.ts';
import { type ChatRequest, readChatRequest } from './chat-request.ts';
import { openEventStream } from './event-stream.ts';
import { followAgentStream } from './follow-agent-stream.ts';
import { tooSmall } from './lock-routes.ts';
import { sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';
import { callerOf } from './serve-operations.ts';

const HEARTBEAT_MS = 15_000;

/** Clients send their whole history along, of which we read the end. */
const MAX_BODY_BYTES = 16 * 2 ** 20;

/** Source: `UI_MESSAGE_STREAM_HEADERS` of `ai` 7. */
const HEADERS = { 'x-vercel-ai-ui-message-stream': 'v1', 'x-accel-buffering': 'no' };

const chunkId = z.string().regex(/^[A-Za-z0-9_-]{1,256}\.\d{1,12}$/, 'is the id of a chunk');

const noQuery = z.strictObject({});

const query = z.strictObject({ after: chunkId.optional() });

/** Chats with agents, as `useChat` of the AI SDK speaks with them: https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol */
export function serveAgentStreams(app: FastifyInstance, services: RouteServices): void {
  const { chats } = services;
  const { chat, chatStream } = streams;

  app.post(
    chat.path,
    { config: { scope: chat.scope }, bodyLimit: MAX_BODY_BYTES },
    async (request, reply) => {
      const asked = noQuery.safeParse(request.query);
      if (!asked.success) return sendProblem(reply, faultOf('query', asked.error));
      const read = readChatRequest(request.body);
      if (!read.ok) return sendProblem(reply, read.error);
      const { faceSession } = request;
      if (
        asksForMore(read.value) &&
        faceSession !== null &&
        !scopeCovers(faceSession.scope, 'full')
      )
        return sendProblem(reply, tooSmall(faceSession, 'full'));
      const caller = callerOf(request, reply, services);
      const { value } = read;
      const run =
        value.kind === 'turn'
          ? await chats.take(value.ask, caller)
          : await chats.answer(value.id, value.given, caller);
      if (!run.ok) return sendProblem(reply, run.error);
      return stream(request, reply, run.value);
    },
  );

  app.get<{ Params: { id: string } }>(
    chatStream.path,
    { config: { scope: chatStream.scope } },
    async (request, reply) => {
      const asked = query.safeParse(request.query);
      if (!asked.success) return sendProblem(reply, faultOf('query', asked.error));
      const last = lastChunk(request, asked.data.after);
      if (!last.ok) return sendProblem(reply, last.error);
      const current = await chats.current(request.params.id);
      if (!current.ok) return sendProblem(reply, current.error);
      const runId = current.value;
      if (runId === null) return reply.code(204).send();
      // A chunk of another run says nothing of how much of this one its reader has.
      const after = last.value?.runId === runId ? last.value.number : 0;
      return stream(request, reply, { runId, after });
    },
  );

  function stream(request: FastifyRequest, reply: FastifyReply, from: ChatRun): FastifyReply {
    const raw = openEventStream(request, reply, services, HEADERS);
    followAgentStream(raw, from, services);
    const heartbeat = setInterval(() => {
      if (raw.writable && !raw.writableNeedDrain) raw.write(': still here\n\n');
    }, HEARTBEAT_MS);
    raw.once('close', () => clearInterval(heartbeat));
    return reply;
  }
}

/** Opening a session, or having an action run otherwise than it asked to, takes more than talking and answering. */
function asksForMore(request: ChatRequest): boolean {
  if (request.kind === 'turn') return request.ask.open !== null; // guard: chat-opening-scope
  // guard: chat-params-scope
  return request.given.answers.some(({ params }) => params !== undefined);
}

/** The newest chunk that a reader has; null: it has none. */
function lastChunk(
  { headers }: FastifyRequest,
  after: string | undefined,
): Result<{ readonly runId: string; readonly number: number } | null, ApiError> {
  const header = headers['last-event-id'];
  const said = typeof header === 'string' && header !== '' ? header : after;
  if (said === undefined) return ok(null);
  if (!chunkId.safeParse(said).success) {
    const field = 'headers.last-event-id';
    return err({ code: 'invalid_request', text: `${field}: is the id of a chunk.`, field });
  }
  const dot = said.lastIndexOf('.');
  return ok({ runId: said.slice(0, dot), number: Number(said.slice(dot + 1)) });
}

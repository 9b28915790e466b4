import type { ServerResponse } from 'node:http';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ApiError } from '../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import type { RouteServices } from './route-services.ts';

/** All tabs of a browser share one. Each costs a read of the trail whenever something happens. */
const MAX_STREAMS_OF_A_SESSION = 20;

/** Streams of each session, the oldest first, by the signal that the session has ended. */
const streamsOf = new WeakMap<AbortSignal, Set<ServerResponse>>();

/** When a browser tries again that lost its stream. */
const RETRY_MS = 2_000;

/**
 * Begins an answer of Server-Sent Events. It ends when its reader goes, when the conductor stops, when the session that
 * asked for it does, and when that asks for too many after it.
 */
export function openEventStream(
  { faceSession }: FastifyRequest,
  reply: FastifyReply,
  { events, version }: Pick<RouteServices, 'events' | 'version'>,
  headers: Readonly<Record<string, string>> = {},
): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'baton-version': version,
    ...headers,
  });
  raw.write(`retry: ${RETRY_MS}\n\n`);
  // guard: face-live-ended
  const ends = [events.closed, ...(faceSession === null ? [] : [faceSession.ended])];
  const end = (): void => {
    raw.end();
  };
  for (const one of ends) one.addEventListener('abort', end, { once: true });
  raw.once('close', () => {
    for (const one of ends) one.removeEventListener('abort', end);
  });
  if (ends.some(({ aborted }) => aborted)) end();
  if (faceSession !== null) endOldest(faceSession.ended, raw);
  return raw;
}

function endOldest(session: AbortSignal, newest: ServerResponse): void {
  const streams = streamsOf.get(session) ?? new Set();
  streamsOf.set(session, streams.add(newest));
  newest.once('close', () => streams.delete(newest));
  const [oldest] = streams;
  if (streams.size > MAX_STREAMS_OF_A_SESSION) {
    streams.delete(oldest ?? newest);
    oldest?.end(); // guard: face-streams
  }
}

/** The id that a reader has got to, as its browser says when it comes back; null: it says none. */
export function lastEventId({ headers }: FastifyRequest): Result<number | null, ApiError> {
  const said = headers['last-event-id'];
  if (typeof said !== 'string' || said === '') return ok(null);
  if (/^\d{1,15}$/.test(said)) return ok(Number(said));
  const text = 'headers.last-event-id: is an event id.';
  return err({ code: 'invalid_request', text, field: 'headers.last-event-id' });
}

import type { ServerResponse } from 'node:http';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ApiError } from '../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import type { RouteServices } from './route-services.ts';

/** When a browser tries again that lost its stream. */
const RETRY_MS = 2_000;

/**
 * Begins an answer of Server-Sent Events. It ends when its reader goes, when the conductor stops, and when the session
 * that asked for it does.
 */
export function openEventStream(
  { faceSession }: FastifyRequest,
  reply: FastifyReply,
  { events, version }: Pick<RouteServices, 'events' | 'version'>,
): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'baton-version': version,
  });
  raw.write(`retry: ${RETRY_MS}\n\n`);
  const ends = [events.closed, ...(faceSession === null ? [] : [faceSession.ended])];
  const end = (): void => {
    raw.end();
  };
  for (const one of ends) one.addEventListener('abort', end, { once: true });
  raw.once('close', () => {
    for (const one of ends) one.removeEventListener('abort', end);
  });
  if (ends.some(({ aborted }) => aborted)) end();
  return raw;
}

/** The id that a reader has got to, as its browser says when it comes back; null: it says none. */
export function lastEventId({ headers }: FastifyRequest): Result<number | null, ApiError> {
  const said = headers['last-event-id'];
  if (typeof said !== 'string' || said === '') return ok(null);
  if (/^\d{1,15}$/.test(said)) return ok(Number(said));
  const text = 'headers.last-event-id: is an event id.';
  return err({ code: 'invalid_request', text, field: 'headers.last-event-id' });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';

import { faultOf } from '../../../../shared/api/fault-of.ts';
import { streams } from '../../../../shared/api/streams.ts';
import { keyWithin } from '../../features/conversations/feature.ts';
import { type EventFilter, eventView, type ShownEvent } from '../../features/service/feature.ts';
import { sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';

const HEARTBEAT_MS = 15_000;

const RETRY_MS = 2_000;

/** Events read from the table at once. */
const PAGE = 200;

const query = z.strictObject({
  after: z.coerce
    .number('is an event id')
    .int('is an event id')
    .min(0, 'is an event id')
    .optional(),
  conversation: z.string().min(1).max(300).optional(),
  type: z
    .string()
    .max(1_000)
    .regex(/^[a-z_]+(\.([a-z_]+|\*))?(,[a-z_]+(\.([a-z_]+|\*))?)*$/, 'is types, comma-separated')
    .optional(),
});

/**
 * The trail as it grows. The table is the buffer: a follower reads on from its own place as fast as its socket drains,
 * so a slow one costs no memory and misses nothing.
 */
export function serveEvents(app: FastifyInstance, services: RouteServices): void {
  const { read, events } = services;

  app.get(
    streams.events.path,
    { config: { scope: streams.events.scope } },
    async (request, reply) => {
      const asked = query.safeParse(request.query);
      if (!asked.success) return sendProblem(reply, faultOf('query', asked.error));
      const { conversation, type } = asked.data;
      const key = await keyWithin(read, conversation);
      if (!key.ok) return sendProblem(reply, key.error);
      const last = lastEventId(request);
      if (last === 'malformed') {
        const text = 'headers.last-event-id: is an event id.';
        return sendProblem(reply, {
          code: 'invalid_request',
          text,
          field: 'headers.last-event-id',
        });
      }
      const filter = { conversationKey: key.value ?? undefined, types: type?.split(',') ?? [] };
      // An id from before a restore: what is told from here on has lower ones.
      const newest = await read.one({ query: 'newestEventId' });
      serve(reply, Math.min(last ?? asked.data.after ?? newest, newest), filter, services);
      return reply;
    },
  );

  function serve(
    reply: FastifyReply,
    from: number,
    filter: EventFilter,
    { version, log }: RouteServices,
  ): void {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'baton-version': version,
    });
    raw.write(`retry: ${RETRY_MS}\n\n`);
    let after = from;
    /** Read and not yet written: a page at most. */
    let page: readonly ShownEvent[] = [];
    let draining = false;
    let reading = false;
    /** While it reads: what is new may have come behind that. */
    let grown = false;

    /** Writes what is read, as far as the socket takes it. */
    function write(): void {
      while (!draining && raw.writable) {
        const [row, ...rest] = page;
        if (row === undefined) return;
        page = rest;
        after = row.eventId;
        const data = JSON.stringify(eventView(row));
        // One event more than fits is taken by the socket's own buffer.
        draining = !raw.write(`id: ${row.eventId}\nevent: ${row.type}\ndata: ${data}\n\n`);
      }
    }

    /** Reads on and writes, until there is no more. */
    async function follow(): Promise<void> {
      for (write(); !draining && raw.writable; write()) {
        grown = false;
        const found = await read.one({ query: 'eventsAfter', ...filter, after, limit: PAGE });
        page = found.events;
        if (page.length > 0) continue;
        // What the filter left out need not be looked at again.
        after = Math.max(after, found.head);
        if (!grown) return;
      }
    }

    function pump(): void {
      grown = true;
      if (reading) return;
      reading = true;
      follow()
        .catch((cause: unknown) => {
          // It comes back, and goes on from the last event that it has.
          log.error({ err: cause }, 'the trail could not be read');
          raw.end();
        })
        .finally(() => {
          reading = false;
          if (grown && !draining && raw.writable) pump();
        });
    }
    const unsubscribe = events.subscribe(pump);
    const heartbeat = setInterval(() => {
      if (!draining) raw.write(': still here\n\n');
    }, HEARTBEAT_MS);
    raw.on('drain', () => {
      draining = false;
      pump();
    });
    const end = (): void => {
      raw.end();
    };
    raw.once('close', () => {
      unsubscribe();
      clearInterval(heartbeat);
      events.closed.removeEventListener('abort', end);
    });
    events.closed.addEventListener('abort', end, { once: true });
    pump();
  }
}

function lastEventId(request: FastifyRequest): number | 'malformed' | null {
  const said = request.headers['last-event-id'];
  if (typeof said !== 'string' || said === '') return null;
  return /^\d{1,15}$/.test(said) ? Number(said) : 'malformed';
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';

import { faultOf } from '../../../../shared/api/fault-of.ts';
import { streams } from '../../../../shared/api/streams.ts';
import { eventView } from '../../features/service/feature.ts';
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
      const key = conversation === undefined ? undefined : read.conversationKeyOf(conversation);
      if (key === null) {
        const text = `There is no conversation ${conversation}.`;
        return sendProblem(reply, { code: 'not_found', text, field: 'query.conversation' });
      }
      const last = lastEventId(request);
      if (last === 'malformed') {
        const text = 'headers.last-event-id: is an event id.';
        return sendProblem(reply, {
          code: 'invalid_request',
          text,
          field: 'headers.last-event-id',
        });
      }
      const filter = { conversationKey: key, types: type?.split(',') ?? [] };
      // An id from before a restore: what is told from here on has lower ones.
      const newest = read.newestEventId();
      follow(reply, Math.min(last ?? asked.data.after ?? newest, newest), filter, services);
      return reply;
    },
  );

  function follow(
    reply: FastifyReply,
    from: number,
    filter: Parameters<typeof read.eventsAfter>[1],
    { version }: RouteServices,
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
    let page: ReturnType<typeof read.eventsAfter> = [];
    let draining = false;

    function pump(): void {
      while (!draining && raw.writable) {
        const [row, ...rest] = page;
        if (row !== undefined) {
          page = rest;
          after = row.event_id;
          const data = JSON.stringify(eventView(row));
          // One event more than fits is taken by the socket's own buffer.
          draining = !raw.write(`id: ${row.event_id}\nevent: ${row.type}\ndata: ${data}\n\n`);
          continue;
        }
        const head = read.newestEventId();
        page = read.eventsAfter(after, filter, PAGE);
        if (page.length > 0) continue;
        // What the filter left out need not be looked at again.
        after = Math.max(after, head);
        return;
      }
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

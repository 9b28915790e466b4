import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import { faultOf } from '../../../../shared/api/fault-of.ts';
import { streams } from '../../../../shared/api/streams.ts';
import { lastEventId, openEventStream } from './event-stream.ts';
import { followTrail } from './follow-trail.ts';
import { sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';
import * as trailQueries from '../../features/desk/trail/queries.ts';

/** Events of the trail that are about resources. */
const TYPES = ['resource.*', 'call.*', 'session.*', 'grant.*', 'taint.*'];

const HEARTBEAT_MS = 15_000;

const query = z.strictObject({
  after: z.coerce
    .number('is an event id')
    .int('is an event id')
    .min(0, 'is an event id')
    .optional(),
  session: z.string().min(1).max(256).optional(),
});

/**
 * Serves events of pages, terminals and services. Events of the trail have their id, gapless after `Last-Event-ID`;
 * momentary ones have none, and a reader that is behind does not get them.
 */
export function serveResourceEvents(app: FastifyInstance, services: RouteServices): void {
  const { read } = services;
  const { resourceEvents } = streams;

  app.get(
    resourceEvents.path,
    { config: { scope: resourceEvents.scope } },
    async (request, reply) => {
      const asked = query.safeParse(request.query);
      if (!asked.success) return sendProblem(reply, faultOf('query', asked.error));
      const { session, after } = asked.data;
      const last = lastEventId(request);
      if (!last.ok) return sendProblem(reply, last.error);
      // An id from before a restore: what is told from here on has lower ones.
      const newest = await read.one(trailQueries.newestEventId());
      const from = Math.min(last.value ?? after ?? newest, newest);
      const raw = openEventStream(request, reply, services);
      const trail = { from, filter: { types: TYPES }, nameOf: (type: string) => type };
      followTrail(raw, trail, services);
      const unwatch = services.watchResources((happening) => {
        if (session !== undefined && happening.chat_session_id !== session) return;
        if (raw.writable && !raw.writableNeedDrain)
          raw.write(`event: ${happening.event}\ndata: ${JSON.stringify(happening)}\n\n`);
      });
      const heartbeat = setInterval(() => {
        if (raw.writable && !raw.writableNeedDrain) raw.write(': still here\n\n');
      }, HEARTBEAT_MS);
      raw.once('close', () => {
        unwatch();
        clearInterval(heartbeat);
      });
      return reply;
    },
  );
}

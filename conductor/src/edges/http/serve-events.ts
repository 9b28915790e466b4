import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import { faultOf } from '../../../../shared/api/fault-of.ts';
import { streams } from '../../../../shared/api/streams.ts';
import { keyWithin } from '../../features/heart/conversations/feature.ts';
import { lastEventId, openEventStream } from './event-stream.ts';
import { followTrail } from './follow-trail.ts';
import { sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';
import * as trail from '../../features/desk/trail/queries.ts';

const HEARTBEAT_MS = 15_000;

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

/** `GET /v1/events`: the audit trail as Server-Sent Events, from `Last-Event-ID` or `after` on, else from now on. */
export function serveEvents(app: FastifyInstance, services: RouteServices): void {
  const { read } = services;

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
      if (!last.ok) return sendProblem(reply, last.error);
      const filter = { conversationKey: key.value ?? undefined, types: type?.split(',') ?? [] };
      // An id from before a restore: what is told from here on has lower ones.
      const newest = await read.one(trail.newestEventId());
      const from = Math.min(last.value ?? asked.data.after ?? newest, newest);
      const raw = openEventStream(request, reply, services);
      const { isDraining } = followTrail(raw, { from, filter, nameOf: (type) => type }, services);
      const heartbeat = setInterval(() => {
        if (!isDraining()) raw.write(': still here\n\n');
      }, HEARTBEAT_MS);
      raw.once('close', () => clearInterval(heartbeat));
      return reply;
    },
  );
}

import type { ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import { faultOf } from '../../../../shared/api/fault-of.ts';
import { streams } from '../../../../shared/api/streams.ts';
import { lastEventId, openEventStream } from './event-stream.ts';
import { followTrail } from './follow-trail.ts';
import { sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';
import * as trail from '../../features/desk/trail/queries.ts';

const TOPICS = [
  'trail',
  'presence',
  'reply.progress',
  'resource.stateChanged',
  'worker.seen',
  'numbers',
] as const;

/** Topics of a reader that names none. */
const USUAL: readonly Topic[] = ['trail', 'presence'];

type Topic = (typeof TOPICS)[number];

/** Who has not heard that for some of these times knows that the stream is dead, whatever its socket says. */
const HERE_MS = 10_000;

/** Changes of what is connected that follow one another are told once. */
const PRESENCE_MS = 1_000;

const query = z.strictObject({
  topics: z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(TOPICS, `is of ${TOPICS.join(', ')}, comma-separated`)))
    .default([...USUAL]),
  after: z.coerce
    .number('is an event id')
    .int('is an event id')
    .min(0, 'is an event id')
    .optional(),
});

/**
 * One stream for a page that is looked at. What has happened comes by the trail and is never lost; what is only so at
 * this moment comes without an id, and anew to whoever comes back. A reader that is behind is told nothing momentary.
 */
export function serveLive(app: FastifyInstance, services: RouteServices): void {
  const { read } = services;

  app.get(streams.live.path, { config: { scope: streams.live.scope } }, async (request, reply) => {
    const asked = query.safeParse(request.query);
    if (!asked.success) return sendProblem(reply, faultOf('query', asked.error));
    const last = lastEventId(request);
    if (!last.ok) return sendProblem(reply, last.error);
    const topics = new Set<Topic>(asked.data.topics);
    // An id from before a restore: what is told from here on has lower ones.
    const newest = await read.one(trail.newestEventId());
    const from = Math.min(last.value ?? asked.data.after ?? newest, newest);

    const raw = openEventStream(request, reply, services);
    const tell = (event: string, data: object): void => {
      if (raw.writable && !raw.writableNeedDrain)
        raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    tellHere(raw, tell, newest, services);
    if (topics.has('presence')) tellPresence(raw, tell, services);
    const momentary = {
      'reply.progress': services.watchProgress,
      'resource.stateChanged': watchStates(services.watchResources),
      'worker.seen': services.watchWorkers,
      numbers: services.watchNumbers,
    };
    for (const [topic, watch] of Object.entries(momentary)) {
      if (topics.has(topic as Topic))
        raw.once(
          'close',
          watch((data) => tell(topic, data)),
        );
    }
    if (topics.has('trail'))
      followTrail(raw, { from, filter: { types: [] }, nameOf: () => 'trail' }, services);
    return reply;
  });
}

/** States alone: what a page says while it is worked in is no matter of an overview. */
function watchStates(watch: RouteServices['watchResources']): RouteServices['watchResources'] {
  return (tell) =>
    watch((happening) => {
      if (happening.event === 'resource.stateChanged') tell(happening);
    });
}

type Tell = (event: string, data: object) => void;

/** Tells that the stream is alive, the time by our clock, and the newest event of the trail. */
function tellHere(
  raw: ServerResponse,
  tell: Tell,
  newestNow: number,
  { read, face, version, now, log }: RouteServices,
): void {
  const here = (newest: number): void => {
    const { bootId } = face.sessions;
    tell('here', { now: now(), boot_id: bootId, newest_event_id: newest, version });
  };
  here(newestNow);
  const beat = setInterval(() => {
    read
      .one(trail.newestEventId())
      .then(here, (cause: unknown) => log.error({ err: cause }, 'the trail could not be read'));
  }, HERE_MS);
  raw.once('close', () => clearInterval(beat));
}

/** Which browsers are connected, now and at every change. */
function tellPresence(
  raw: ServerResponse,
  tell: Tell,
  { presence, clients, log }: RouteServices,
): void {
  let gathering: NodeJS.Timeout | undefined;
  function tellNow(): void {
    gathering = undefined;
    clients().then(
      (items) => tell('presence', { clients: items, startable: presence.startable() }),
      (cause: unknown) => log.error({ err: cause }, 'the browsers could not be read'),
    );
  }
  const unwatch = presence.watch(() => {
    gathering ??= setTimeout(tellNow, PRESENCE_MS);
  });
  raw.once('close', () => {
    unwatch();
    clearTimeout(gathering);
  });
  tellNow();
}

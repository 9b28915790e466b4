import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import { faultOf } from '../../../../shared/api/fault-of.ts';
import { openapiDocument } from '../../../../shared/openapi-document.ts';
import { isFromElsewhere } from './listen-with-tls.ts';
import { lockRoutes } from './lock-routes.ts';
import { sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';
import { serveAgentStreams } from './serve-agent-streams.ts';
import { serveEvents } from './serve-events.ts';
import { serveResourceEvents } from './serve-resource-events.ts';
import { serveFace } from './serve-face.ts';
import { serveFaceSignIn, serveOwnFaceSession } from './serve-face-session.ts';
import { serveLinkedArtifact } from './serve-linked-artifact.ts';
import { serveLive } from './serve-live.ts';
import { serveOperations } from './serve-operations.ts';
import { servePreview } from './serve-preview.ts';
import { serveStreams } from './serve-streams.ts';
import * as numbers from '../../features/desk/overview/numbers/queries.ts';

const claimBody = z.object({
  code: z
    .string('is the pairing code')
    .min(1, 'is the pairing code')
    .max(128, 'is at most 128 characters'),
  browser: z.object({ name: z.string().max(100), version: z.string().max(100) }),
  extension_version: z.string().max(100),
});

/**
 * Adds every HTTP route. All but health, pairing, signing in, pages, links to artifacts, tools of runs and the OpenAPI document want the admin secret or a
 * session of the web UI.
 */
export function registerRoutes(app: FastifyInstance, services: RouteServices): void {
  const { operations, pairing, version, read, readiness, readOnly } = services;

  app.get('/healthz', async () => ({ ok: true, version, read_only: readOnly }));
  app.get('/readyz', async (_request, reply) => {
    const trouble = await readiness();
    // Whatever a request would be answered: who asks this wants to know whether to send any.
    if (trouble !== null) return sendProblem(reply, trouble, 503);
    const { schema } = await read.one(numbers.database());
    return reply.send({ ready: true, schema });
  });
  // Made when first asked for, and once: anyone may ask, and making it takes tens of milliseconds.
  let description: string | undefined;
  app.get('/openapi.json', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send((description ??= JSON.stringify(openapiDocument(version, operations)))),
  );

  app.post('/v1/pairing/claim', async (request, reply) => {
    const body = claimBody.safeParse(request.body ?? {});
    if (!body.success) {
      return sendProblem(reply, faultOf('body', body.error));
    }
    const claimed = await pairing.claim({
      code: body.data.code,
      origin: request.headers.origin,
      browser: body.data.browser,
      isDistant: isFromElsewhere(request.raw),
    });
    if (!claimed.ok) return sendProblem(reply, claimed.error);
    return reply.send({ client_id: claimed.value.clientId, token: claimed.value.token });
  });

  serveLinkedArtifact(app, services);
  serveFaceSignIn(app, services);
  serveFace(app, {
    dir: services.faceDir,
    host: services.faceHost,
    knownHost: services.knownHost,
  });

  services.serveUnlocked(app);

  app.register(async (admin) => {
    lockRoutes(admin, services);
    serveOwnFaceSession(admin, services);
    serveOperations(admin, services);
    serveEvents(admin, services);
    serveResourceEvents(admin, services);
    serveLive(admin, services);
    serveAgentStreams(admin, services);
    serveStreams(admin, services);
    servePreview(admin, services);
    services.serveMore(admin);
  });
}

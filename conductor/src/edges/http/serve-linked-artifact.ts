import type { FastifyInstance } from 'fastify';

import { LINKED_ARTIFACTS_PATH } from '../../../../shared/api/artifacts.ts';
import { sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';
import { sendArtifact } from './send-artifact.ts';

/** One artifact for whoever has a link to it: no secret is asked for, and the link is good for nothing else. */
export function serveLinkedArtifact(app: FastifyInstance, services: RouteServices): void {
  app.get<{ Params: { id: string }; Querystring: { token?: unknown } }>(
    `${LINKED_ARTIFACTS_PATH}/:id`,
    async (request, reply) => {
      const { id } = request.params;
      const { token } = request.query;
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      if (typeof token === 'string' && services.artifacts.fits(id, token))
        return sendArtifact(id, request, reply, services);
      const text = 'This link is not good, or no longer. Ask for a new one.';
      return sendProblem(reply, { code: 'unauthorized', text });
    },
  );
}

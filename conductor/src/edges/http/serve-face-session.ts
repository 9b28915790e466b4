import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';

import { faultOf } from '../../../../shared/api/fault-of.ts';
import type { ApiError } from '../../../../shared/api/operation.ts';
import type { Result } from '../../../../shared/lib/result.ts';
import type { ActiveSession, Granted } from '../../features/ground/people/feature.ts';
import {
  clearFaceCookie,
  faceToken,
  judgeFaceRequest,
  pageToken,
  setFaceCookie,
} from './face-request.ts';
import { sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';

const enterBody = z.strictObject({
  code: z.string('is a link’s code, or six digits').min(1).max(128),
});

const MAX_USER_AGENT_LENGTH = 300;

type Services = Pick<
  RouteServices,
  'face' | 'faceHost' | 'adminSecret' | 'version' | 'readOnly' | 'now'
>;

/** Signing in to the web UI, before there is a session: the page itself asks, and shows a code. */
export function serveFaceSignIn(app: FastifyInstance, services: Services): void {
  const { face, faceHost } = services;

  app.register(async (open) => {
    open.addHook('onRequest', async (request, reply) => {
      const foreign = judgeFaceRequest(request, faceHost());
      return foreign === null ? undefined : sendProblem(reply, foreign);
    });

    open.post('/v1/face/sessions', async (request, reply) => {
      const body = enterBody.safeParse(request.body ?? {});
      if (!body.success) return sendProblem(reply, faultOf('body', body.error));
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH);
      const host = faceHost();
      const token = faceToken(request, host);
      const shown = token === null ? null : { token, pageToken: pageToken(request) };
      const { code } = body.data;
      const entered = await face.sessions.enter({ code, host, userAgent, shown });
      return granted(reply.code(201), entered, services);
    });
  });
}

/** Serves what a session asks about itself; behind the lock. */
export function serveOwnFaceSession(app: FastifyInstance, services: Services): void {
  const config = { scope: 'watch' } as const;

  app.get('/v1/face/session', { config }, async ({ faceSession }, reply) => {
    if (faceSession === null) return sendProblem(reply, NO_SESSION);
    return reply.header('cache-control', 'no-store').send(sessionView(faceSession, services));
  });

  app.delete('/v1/face/session', { config }, async ({ faceSession }, reply) => {
    if (faceSession === null) return sendProblem(reply, NO_SESSION);
    await services.face.leave(faceSession.sessionId);
    clearFaceCookie(reply);
    return reply.send({ deleted: true });
  });
}

const NO_SESSION: ApiError = {
  code: 'not_found',
  text: 'A program with the admin secret has no session of the web UI.',
};

function granted(
  reply: FastifyReply,
  outcome: Result<Granted, ApiError>,
  services: Services,
): FastifyReply {
  if (!outcome.ok) return sendProblem(reply, outcome.error);
  const { session, token, pageToken: page_token } = outcome.value;
  setFaceCookie(reply, token);
  const granted = { ...sessionView(session, services), page_token };
  return reply.header('cache-control', 'no-store').send(granted);
}

function sessionView(session: ActiveSession, { face, version, readOnly, now }: Services) {
  return {
    session_id: session.sessionId,
    scope: session.scope,
    host: session.host,
    boot_id: face.sessions.bootId,
    version,
    read_only: readOnly,
    now: now(),
  };
}

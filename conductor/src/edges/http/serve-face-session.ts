import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';

import { faultOf } from '../../../../shared/api/fault-of.ts';
import type { ApiError } from '../../../../shared/api/operation.ts';
import type { Result } from '../../../../shared/lib/result.ts';
import type { ActiveSession, Granted } from '../../features/face/feature.ts';
import {
  clearFaceCookie,
  faceToken,
  judgeFaceRequest,
  pageToken,
  setFaceCookie,
} from './face-request.ts';
import { sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';

/** A coordinate of P-256: 32 bytes. */
const coordinate = z.string().regex(/^[\w-]{43}$/, 'is 32 bytes in base64url');

const enterBody = z.strictObject({
  code: z.string('is a link’s code, or six digits').min(1).max(128),
  key: z
    .strictObject({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: coordinate,
      y: coordinate,
    })
    .optional(),
});

const proofBody = z.strictObject({
  signature: z.string().regex(/^[\w-]{86}$/, 'is 64 bytes in base64url'),
});

const MAX_USER_AGENT_LENGTH = 300;

type Services = Pick<
  RouteServices,
  'face' | 'faceHost' | 'adminSecret' | 'version' | 'readOnly' | 'now'
>;

/** Signing in to the web UI, before there is a session: the page itself asks, and shows a code or its key. */
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
      const { code, key = null } = body.data;
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH);
      const host = faceHost();
      const token = faceToken(request, host);
      const shown = token === null ? null : { token, pageToken: pageToken(request), host };
      const entered = await face.sessions.enter({ code, key, host, userAgent, shown });
      return granted(reply.code(201), entered, services);
    });

    open.get('/v1/face/challenge', async (request, reply) => {
      const asked = await face.sessions.challenge(shownBy(faceToken(request, faceHost())));
      if (!asked.ok) return sendProblem(reply, asked.error);
      const answer = { challenge: asked.value, boot_id: face.sessions.bootId };
      return reply.header('cache-control', 'no-store').send(answer);
    });

    open.post('/v1/face/proofs', async (request, reply) => {
      const body = proofBody.safeParse(request.body ?? {});
      if (!body.success) return sendProblem(reply, faultOf('body', body.error));
      const shown = shownBy(faceToken(request, faceHost()));
      return granted(reply, await face.sessions.prove(shown, body.data.signature), services);
    });
  });

  const shownBy = (token: string | null) => ({ token: token ?? '', host: faceHost() });
}

/** What a session asks about itself; behind the lock. */
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

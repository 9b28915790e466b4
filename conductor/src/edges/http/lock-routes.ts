import { timingSafeEqual } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { ApiError } from '../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import { type Scope, scopeCovers } from '../../../../shared/model/scope.ts';
import type { ActiveSession, FacePort } from '../../features/ground/people/feature.ts';
import { dropPageToken, faceToken, judgeFaceRequest, pageToken } from './face-request.ts';
import { noteKnown } from '../note-known.ts';
import { sendProblem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The least scope of a session of the web UI that may ask this; without one, none may. */
    readonly scope?: Scope;
  }
  interface FastifyRequest {
    /** The session of the web UI that asks; null: one of the person's programs does. */
    faceSession: ActiveSession | null;
  }
}

/** Means to check a request before its route handles it. */
export interface Lock {
  /** Proves to the person's own programs that they are: a file only this user can read. */
  readonly adminSecret: string;
  readonly face: FacePort;
  readonly faceHost: () => string;
}

/** Lets in whoever has the admin secret, and a session of the web UI to the routes that name a scope it has. */
export function lockRoutes(app: FastifyInstance, lock: Lock): void {
  app.decorateRequest('faceSession', null);
  app.addHook('onRequest', async (request, reply) => {
    const admitted = await admit(request, lock);
    if (admitted.ok) {
      request.faceSession = admitted.value;
      noteKnown(request.raw.socket);
      return undefined;
    }
    if (admitted.error.code === 'unauthorized')
      reply.header('www-authenticate', 'Bearer realm="baton"');
    return sendProblem(reply, admitted.error);
  });
}

async function admit(
  request: FastifyRequest,
  { adminSecret, face, faceHost }: Lock,
): Promise<Result<ActiveSession | null, ApiError>> {
  const host = faceHost();
  const token = faceToken(request, host);
  const { scope } = request.routeOptions.config;
  // guard: face-one-credential
  if (request.headers.authorization !== undefined && token !== null) {
    const text = 'Send the header Authorization or the cookie of the web UI, not both.';
    return err({ code: 'unauthorized', text });
  }
  // guard: face-named-routes
  if (token === null || scope === undefined) {
    return isAdmin(request, adminSecret) ? ok(null) : locked(); // guard: admin-secret
  }
  const foreign = judgeFaceRequest(request, host);
  if (foreign !== null) return err(foreign);
  const session = face.sessions.admit({ token, pageToken: pageToken(request) });
  dropPageToken(request);
  if (!session.ok || scopeCovers(session.value.scope, scope)) return session; // guard: face-scope
  return err(tooSmall(session.value, scope));
}

function locked(): Result<never, ApiError> {
  const text =
    'Send the header "Authorization: Bearer <secret>"; the secret is the content of the file admin-secret in the data folder.';
  return err({ code: 'unauthorized', text });
}

/** Tells a session that its scope is too small. */
export function tooSmall({ scope: held }: ActiveSession, needed: Scope): ApiError {
  const text = `This browser was signed in with the scope ${held}; this needs ${needed}.`;
  return { code: 'scope_too_small', text };
}

function isAdmin(request: FastifyRequest, adminSecret: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${adminSecret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

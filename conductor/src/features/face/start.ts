import type { faceOperations } from '../../../../shared/api/face.ts';
import type { Answer, ApiError } from '../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import type { Answering, Kit } from '../../engine/feature.ts';
import { unknown } from '../../engine/not-found.ts';
import { createFaceLinks } from './links.ts';
import type { FaceSession } from './rows.ts';
import { createFaceSessions, type FaceSessions } from './sessions.ts';
import { isOver } from './session-life.ts';
import { endFace } from './steps/change-sessions.ts';

declare module '../../engine/feature.ts' {
  interface Given {
    /** Where the web UI is, once the conductor listens. */
    readonly faceUrl: () => string;
  }
}

type LinkView = Answer<(typeof faceOperations)['makeFaceLink']>;

export interface FacePort {
  readonly sessions: FaceSessions;
  /** Signs the browser out that asks. */
  readonly leave: (sessionId: string) => Promise<void>;
}

/** Browsers that are signed in to the web UI. */
export function startFace(kit: Kit): Answering<FacePort, typeof faceOperations> {
  const { store, now, steadyNow, newId, given, log } = kit;
  const { installSecret, readOnly } = given;
  const links = createFaceLinks(installSecret, steadyNow);
  const sessions = createFaceSessions({
    store,
    links,
    installSecret,
    readOnly,
    now,
    steadyNow,
    newId,
    log,
  });

  return {
    provides: {
      sessions,
      async leave(sessionId) {
        if (readOnly) return sessions.drop(sessionId);
        const which = { only: sessionId };
        await store.run(endFace, { which, reason: 'left', via: 'face', now: now() });
      },
    },
    handlers: {
      async makeFaceLink({ body: { scope, path, digits } }): Promise<Result<LinkView, ApiError>> {
        const offer = links.offer({ scope, digits });
        const to = path === undefined ? '' : `&to=${encodeURIComponent(path)}`;
        const url = `${given.faceUrl()}/enter#code=${offer.code}${to}`;
        return ok({ url, code: offer.digits, expires_at: now() + offer.lifeMs });
      },
      async listFaceSessions(_input, { faceSessionId }) {
        const all = await sessions.list();
        const shown = all.filter((one) => !isOver(one, sessions.bootId, now()));
        return ok({ items: shown.map((one) => sessionView(one, faceSessionId)) });
      },
      async endFaceSession({ params: { id } }, { via }) {
        const which = { only: id };
        const ended = await store.run(endFace, { which, reason: 'ended', via, now: now() });
        return ended.length === 0
          ? err(unknown('session', id, 'params.id'))
          : ok({ deleted: true as const });
      },
      async endOtherFaceSessions(_input, { via, faceSessionId }) {
        const which = { allBut: faceSessionId ?? null };
        const ended = await store.run(endFace, { which, reason: 'ended', via, now: now() });
        return ok({ ended: ended.length });
      },
    },
    effects: { face_session_ended: ({ sessionId }) => sessions.drop(sessionId) },
  };

  function sessionView(session: FaceSession, asking: string | undefined) {
    return {
      session_id: session.sessionId,
      scope: session.scope,
      host: session.host,
      user_agent: session.userAgent,
      created_at: session.createdAt,
      last_used_at: session.lastUsedAt,
      current: session.sessionId === asking,
      needs_proof: session.bootId !== sessions.bootId,
    };
  }
}

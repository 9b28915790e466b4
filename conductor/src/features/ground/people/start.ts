import type { faceOperations } from '../../../../../shared/api/face.ts';
import type { OperationResponse, ApiError } from '../../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { Handling, Kit } from '../../../engine/feature.ts';
import { unknown } from '../../../engine/not-found.ts';
import { createFaceLinks, type LinkOffer } from './links.ts';
import type { FaceSession } from './rows.ts';
import { createFaceSessions, type FaceSessions } from './sessions.ts';
import { isOver } from './session-life.ts';
import { endFace, markSeen } from './steps/change-sessions.ts';
import { faceSessionEnded } from './effects.ts';
import { on } from '../../../engine/effects.ts';
import { INSTALL_SECRET } from '../browsers/given.ts';
import { FACE_URL } from './given.ts';

type LinkView = OperationResponse<(typeof faceOperations)['makeFaceLink']>;

/** Calls of the HTTP edge about sessions. */
export interface FacePort {
  readonly sessions: FaceSessions;
  /** A link for a paired browser, of the scope `answer`: it may do as much as its popup. */
  readonly linkForBrowser: (clientId: string, path: string | null) => string;
  /** Ends the session that asks. */
  readonly leave: (sessionId: string) => Promise<void>;
}

/** Starts the sessions of the web UI. */
export function startFace(kit: Kit): Handling<FacePort, typeof faceOperations> {
  const { store, read, now, steadyNow, newId, given, log, readOnly } = kit;
  const installSecret = given(INSTALL_SECRET);
  const links = createFaceLinks(installSecret, steadyNow);
  const sessions = createFaceSessions({
    store,
    read,
    links,
    installSecret,
    readOnly,
    now,
    newId,
    log,
  });

  return {
    provides: {
      sessions,
      linkForBrowser: (clientId, path) =>
        // guard: bridge-link-scope
        // guard: bridge-link-one
        urlOf(links.offer({ scope: 'answer', digits: false, of: clientId }), path),
      async leave(sessionId) {
        if (readOnly) return sessions.drop(sessionId);
        const which = { only: sessionId };
        await store.run(endFace, { which, reason: 'left', via: 'face', now: now() });
      },
    },
    handlers: {
      async makeFaceLink({ body: { scope, path, digits } }): Promise<Result<LinkView, ApiError>> {
        const offer = links.offer({ scope, digits });
        const url = urlOf(offer, path ?? null);
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
      async markSeen({ body }, { faceSessionId }) {
        const sessionId = body.session_id ?? faceSessionId;
        if (sessionId === undefined) {
          const text = 'body.session_id: name the session; GET /v1/face/sessions lists them.';
          return err({ code: 'invalid_request', text, field: 'body.session_id' });
        }
        const marked = await store.run(markSeen, { sessionId, seenEventId: body.seen_event_id });
        if (marked === null) return err(unknown('session', sessionId, 'body.session_id'));
        if (marked.kind === 'marked') return ok({ seen_event_id: marked.seen });
        const text = `body.seen_event_id: the newest event is ${marked.newest}.`;
        return err({ code: 'invalid_request', text, field: 'body.seen_event_id' });
      },
    },
    // guard: face-ended
    effects: [on(faceSessionEnded, ({ sessionId }) => sessions.drop(sessionId))],
  };

  /** The code stands in the fragment: no server, log or Referer sees it. */
  function urlOf({ code }: LinkOffer, path: string | null): string {
    const to = path === null ? '' : `&to=${encodeURIComponent(path)}`;
    return `${given(FACE_URL)()}/enter#code=${code}${to}`;
  }

  function sessionView(session: FaceSession, asking: string | undefined) {
    return {
      session_id: session.sessionId,
      scope: session.scope,
      host: session.host,
      user_agent: session.userAgent,
      created_at: session.createdAt,
      last_used_at: session.lastUsedAt,
      current: session.sessionId === asking,
      seen_event_id: session.seenEventId,
    };
  }
}

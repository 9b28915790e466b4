import { createHmac, randomBytes } from 'node:crypto';

import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { ApiError } from '../../../../../shared/api/operation.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Clock, IdSource, Log } from '../../../engine/runtime.ts';
import type { StepRunner } from '../../../engine/step.ts';
import { scopeCovers } from '../../../../../shared/model/scope.ts';
import type { FaceLinks } from './links.ts';
import type { FaceSession } from './rows.ts';
import { isIdle } from './session-life.ts';
import { enterFace, touchFace } from './steps/change-sessions.ts';
import * as people from './queries.ts';

/** `lastUsedAt` is stored once an hour at most. */
const TOUCH_MS = 3_600_000;

/** A session that is valid in this run of the conductor. */
export interface ActiveSession extends FaceSession {
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

/** A session, and the secrets by which its browser proves it. */
export interface Granted {
  readonly session: ActiveSession;
  readonly token: string;
  /** The token that the page keeps. */
  readonly pageToken: string;
}

/** The cookie of a request and the token of its page: whoever listens at another port of the host gets the cookie alone. */
export interface Shown {
  readonly token: string;
  readonly pageToken: string;
}

/** The sessions of browsers that are signed in to the web UI. */
export interface FaceSessions {
  readonly bootId: string;
  enter(from: {
    readonly code: string;
    readonly host: string;
    readonly userAgent: string;
    /** The session that the browser has already, if any. */
    readonly shown: Shown | null;
  }): Promise<Result<Granted, ApiError>>;
  /** The session of a request. */
  admit(shown: Shown): Result<ActiveSession, ApiError>;
  /** All sessions, the last used first. */
  list(): Promise<readonly FaceSession[]>;
  /** Forgets a session that has ended, and aborts its signal. */
  drop(sessionId: string): void;
}

/**
 * A session is of one run of the conductor: no secret of a browser outlives it, since whoever listens at the port until the
 * next one would be asked with it.
 */
export function createFaceSessions(deps: {
  readonly store: StepRunner;
  readonly read: Reader;
  readonly links: FaceLinks;
  readonly installSecret: Buffer;
  readonly readOnly: boolean;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly log: Log;
}): FaceSessions {
  const { store, read, links, installSecret, readOnly, now, newId, log } = deps;
  const bootId = newId();
  /** Sessions granted in this run, by the hash of their token: no others count. */
  const active = new Map<string, Entry>();

  const hash = (token: string): string =>
    createHmac('sha256', installSecret).update(`face session ${token}`).digest('hex');

  function grant(session: FaceSession, token: string): Granted {
    const pageToken = newToken();
    const entry = { session, pageTokenHash: hash(pageToken), ending: new AbortController() };
    active.set(session.tokenHash, entry);
    return { session: shown(entry), token, pageToken };
  }

  const shown = ({ session, ending }: Entry): ActiveSession => ({
    ...session,
    ended: ending.signal,
  });

  /** Returns the session of a browser, unless it has been idle too long; undefined: it has no session of this run. */
  function entryOf({ token, pageToken }: Shown): Entry | undefined {
    const entry = active.get(hash(token));
    if (entry?.pageTokenHash !== hash(pageToken)) return undefined; // guard: face-own-port
    return isIdle(entry.session, now()) ? undefined : entry; // guard: face-idle
  }

  function touch(entry: { session: FaceSession }): void {
    const { sessionId, lastUsedAt } = entry.session;
    if (readOnly || now() - lastUsedAt < TOUCH_MS) return;
    entry.session = { ...entry.session, lastUsedAt: now() };
    store
      .run(touchFace, { sessionId, now: now() })
      .catch((cause: unknown) => log.warn({ err: cause }, 'a session’s last use was not kept'));
  }

  return {
    bootId,

    async enter({ code, host, userAgent, shown: own }) {
      const scope = links.take(code);
      if (scope === null) {
        const text = 'The link or the digits are wrong, used or expired.';
        return err({ code: 'face_link_invalid', text });
      }
      // A link that gives less takes nothing from a browser that may do more.
      const known = own === null ? undefined : entryOf(own);
      if (own !== null && known !== undefined && scopeCovers(known.session.scope, scope))
        return ok({ ...own, session: shown(known) });
      const token = newToken();
      const session: FaceSession = {
        sessionId: newId(),
        spaceId: 'local',
        tokenHash: hash(token),
        scope,
        host,
        userAgent,
        bootId,
        createdAt: now(),
        lastUsedAt: now(),
        seenEventId: 0,
        version: 1,
      };
      // Data that can only be read is looked at all the same; the session is of this run then.
      if (!readOnly) await store.run(enterFace, { session });
      return ok(grant(session, token));
    },

    admit(from) {
      const entry = entryOf(from);
      if (entry === undefined) return signedOut();
      touch(entry);
      return ok(shown(entry));
    },

    list: async () =>
      readOnly
        ? [...active.values()].map(({ session }) => session)
        : read.one(people.faceSessions()),

    drop(sessionId) {
      for (const [tokenHash, { session, ending }] of active) {
        if (session.sessionId !== sessionId) continue;
        active.delete(tokenHash);
        ending.abort();
      }
    },
  };
}

interface Entry {
  session: FaceSession;
  readonly pageTokenHash: string;
  readonly ending: AbortController;
}

/** 256 bits. */
function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function signedOut(): Result<never, ApiError> {
  const text = 'This browser is not signed in. Run `baton open`.';
  return err({ code: 'unauthorized', text });
}

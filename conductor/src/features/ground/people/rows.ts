import type { Scope } from '../../../../../shared/model/scope.ts';
import { table } from '../../../engine/tables.ts';

/** A browser that is signed in to the web UI. The row is deleted when the session ends. */
export interface FaceSession {
  readonly sessionId: string;
  readonly spaceId: string;
  readonly tokenHash: string;
  readonly scope: Scope;
  /** Host and port at which it signed in. */
  readonly host: string;
  readonly userAgent: string;
  /** The run of the conductor that the session is of: it ends with it. */
  readonly bootId: string;
  readonly createdAt: number;
  /** Epoch ms, accurate to the hour. */
  readonly lastUsedAt: number;
  /** The newest event that its person looked at; 0: none yet. */
  readonly seenEventId: number;
  readonly version: number;
}

export const FACE_SESSIONS = table<FaceSession>('faceSessions');

import type { Asked, Nothing } from '../../engine/query.ts';
import type { FaceSession } from './rows.ts';

export interface FaceQueries {
  /** The last used first. */
  readonly faceSessions: Asked<Nothing, readonly FaceSession[]>;
  readonly faceSession: Asked<{ readonly sessionId: string }, FaceSession | null>;
  readonly faceSessionByToken: Asked<{ readonly tokenHash: string }, FaceSession | null>;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends FaceQueries {}
}

import type { QueryType, Nothing } from '../../../engine/query.ts';
import type { FaceSession } from './rows.ts';

/** The queries of this feature, by name. */
export interface FaceQueries {
  /** All sessions, the last used first. */
  readonly faceSessions: QueryType<Nothing, readonly FaceSession[]>;
  readonly faceSession: QueryType<{ readonly sessionId: string }, FaceSession | null>;
}

declare module '../../../engine/query.ts' {
  interface QueryTypes extends FaceQueries {}
}

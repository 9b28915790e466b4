import { type Nothing, query } from '../../../engine/query.ts';
import type { FaceSession } from './rows.ts';

/** All sessions, the last used first. */
export const faceSessions = query<Nothing, readonly FaceSession[]>('faceSessions');

export const faceSession = query<{ readonly sessionId: string }, FaceSession | null>('faceSession');

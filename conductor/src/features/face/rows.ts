import type { Scope } from '../../../../shared/model/scope.ts';

/** The public key that a page made when it signed in; the private key never leaves its browser. */
export interface FaceKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** A browser that is signed in to the web UI. The row is deleted when the session ends. */
export interface FaceSession {
  readonly sessionId: string;
  readonly spaceId: string;
  readonly tokenHash: string;
  readonly scope: Scope;
  /** Host and port at which it signed in: the session is valid only there. */
  readonly host: string;
  readonly userAgent: string;
  /** Null: the session ends with this run of the conductor. */
  readonly key: FaceKey | null;
  /** The run of the conductor in which the session was proved last. */
  readonly bootId: string;
  readonly createdAt: number;
  /** Epoch ms, accurate to the hour. */
  readonly lastUsedAt: number;
  /** The newest event that its person looked at; 0: none yet. */
  readonly seenEventId: number;
  readonly version: number;
}

/** The rows of this feature, by table. */
export interface FaceTables {
  faceSessions: FaceSession;
}

declare module '../../engine/tables.ts' {
  interface Tables extends FaceTables {}
}

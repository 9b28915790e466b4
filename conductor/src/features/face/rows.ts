import type { Scope } from '../../../../shared/model/scope.ts';

/** Public half of the key that a page made when it signed in; the other half never leaves its browser. */
export interface FaceKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** A browser that is signed in to the web UI. One that is signed out has no row. */
export interface FaceSession {
  readonly sessionId: string;
  readonly spaceId: string;
  readonly tokenHash: string;
  readonly scope: Scope;
  /** Host and port it was signed in at; it is a session there and nowhere else. */
  readonly host: string;
  readonly userAgent: string;
  /** Null: it ends with the conductor's run. */
  readonly key: FaceKey | null;
  /** The run of the conductor that it was last proved to. */
  readonly bootId: string;
  readonly createdAt: number;
  /** To the hour. */
  readonly lastUsedAt: number;
  readonly version: number;
}

/** The rows of this feature, by table. */
export interface FaceTables {
  faceSessions: FaceSession;
}

declare module '../../engine/tables.ts' {
  interface Tables extends FaceTables {}
}
